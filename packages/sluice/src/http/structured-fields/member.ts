/** What the members of a structured field are made of (RFC 9651, section 3). */
export type BareItem =
  | { readonly type: 'integer' | 'decimal' | 'date'; readonly value: number }
  | { readonly type: 'string' | 'token' | 'display-string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'boolean'; readonly value: boolean }

export type Parameters = ReadonlyMap<string, BareItem>

/** A member of a List, or the value of a member of a Dictionary; `item` is missing where it is an inner list. */
export interface Member {
  readonly item: BareItem | undefined
  readonly parameters: Parameters
}

/** The value of an Integer from `least` on. */
export function integerOf(item: BareItem | undefined, least: number): number | undefined {
  // Adding 0 makes a plain zero of "-0".
  return item?.type === 'integer' && item.value >= least ? item.value + 0 : undefined
}

export function bytesOf(item: BareItem | undefined): Uint8Array | undefined {
  return item?.type === 'bytes' ? item.value : undefined
}
