const DEEPEST = 5

/** The members of a record as text, nested ones by dotted paths; of a list, as headers have them, the first. */
export function jsonFields(record: unknown): readonly (readonly [name: string, value: string])[] {
  const fields: [string, string][] = []
  addFields(fields, record, '', 0)
  return fields
}

function addFields(fields: [string, string][], value: unknown, name: string, depth: number): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    fields.push([name, String(value)])
  } else if (Array.isArray(value)) {
    if (name !== '') addFields(fields, value[0], name, DEEPEST)
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    for (const [member, inner] of Object.entries(value)) {
      addFields(fields, inner, name === '' ? member : `${name}.${member}`, depth + 1)
    }
  }
}
