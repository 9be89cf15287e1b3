/** CloudFront's fixed order, for logs that have lost their directives. */
const CLOUDFRONT_FIELDS =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)'

/** Reads lines of the W3C format by the names in the last `#Fields` above them. */
export class W3cRecords {
  #names: readonly string[] = CLOUDFRONT_FIELDS.split(' ')

  see(line: string): void {
    const list = /^#Fields:(.*)$/s.exec(line)?.[1]
    if (list !== undefined) this.#names = list.trim().split(/\s+/)
  }

  fields(line: string): readonly (readonly [name: string, value: string])[] {
    const values = line.split(/[ \t]/)
    return this.#names.flatMap((name, index) => {
      const value = values[index]
      return value === undefined ? [] : [[name, value] as const]
    })
  }
}
