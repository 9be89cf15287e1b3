/**
 * The YAML of a policy file, as far as the syntax goes. What is hostile ends here: texts too long, nested too deeply, or
 * that aliases make grow.
 */
import { Composer, LineCounter, Parser, type CST, type Document, type YAMLError } from 'yaml'
import { Faults, type Place } from './faults.ts'

const LONGEST_TEXT = 1_048_576
const DEEPEST = 50
const LONGEST_MESSAGE = 120

type YamlDocument = Document.Parsed

/** A document that could be parsed, and the places in its text. */
export interface YamlSource {
  readonly document: YamlDocument
  placeAt(offset: number, path: string): Place
}

/** `undefined` if the faults leave nothing that could be read further. */
export function yamlSource(text: string, faults: Faults): YamlSource | undefined {
  if (text.length > LONGEST_TEXT) {
    const most = LONGEST_TEXT.toLocaleString('en-GB')
    faults.add(TOP, 'too-large', `the file has ${text.length} characters`, `keep it to ${most}`)
    return undefined
  }
  const lines = new LineCounter()
  const placeAt = placesBy(lines)
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  // The composer calls itself for every level. It must not run out of stack, which can end the process.
  const deep = tooDeep(tokens)
  if (deep !== undefined) {
    faults.add(placeAt(deep, ''), 'too-large', `this is nested over ${DEEPEST} levels deep`, 'write it flat')
    return undefined
  }
  const composer = new Composer({
    prettyErrors: false,
    uniqueKeys: false,
    version: '1.2',
    logLevel: 'silent',
  })
  const [document, second] = composer.compose(tokens, true, text.length) as Iterable<YamlDocument>
  return checked(document as YamlDocument, second, placeAt, faults)
}

const TOP: Place = { path: '', line: 1, column: 1 }

function checked(
  document: YamlDocument,
  second: YamlDocument | undefined,
  placeAt: YamlSource['placeAt'],
  faults: Faults,
): YamlSource | undefined {
  for (const error of document.errors) addSyntaxFault(error, placeAt, faults)
  const isReadable = document.errors.length === 0
  for (const { pos } of document.warnings) {
    faults.add(placeAt(pos[0], ''), 'syntax', 'a tag that means nothing here', 'leave the tag out')
  }
  const { explicit, version } = document.directives.yaml
  if (explicit === true && version !== '1.2') {
    faults.add(
      TOP,
      'syntax',
      `the file says that it is YAML ${version}`,
      'write YAML 1.2, without a %YAML line',
    )
  }
  if (second !== undefined) {
    const place = placeAt(second.range[0], '')
    faults.add(place, 'syntax', 'a second document begins here', 'put each policy into a file of its own')
  }
  return isReadable ? { document, placeAt } : undefined
}

function addSyntaxFault(
  { code, message, pos }: YAMLError,
  placeAt: YamlSource['placeAt'],
  faults: Faults,
): void {
  const place = placeAt(pos[0], '')
  if (code === 'TAB_AS_INDENT') {
    faults.add(place, 'syntax', 'a tab indents this line', 'indent with blanks')
    return
  }
  const [first = ''] = message.split('\n')
  faults.add(
    place,
    'syntax',
    `this is not YAML: ${first.slice(0, LONGEST_MESSAGE)}`,
    REMEDIES[code] ?? REMEDY,
  )
}

const REMEDY = 'check the indentation, and put text with special characters into quotes'
const REMEDIES: Partial<Record<YAMLError['code'], string>> = {
  BAD_SCALAR_START: 'put the text into quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put text with a colon into quotes, and begin nested keys on a line of their own',
  MISSING_CHAR: 'close the quote or bracket',
  BAD_INDENT: 'indent it as its neighbours are',
}

function placesBy(lines: LineCounter): YamlSource['placeAt'] {
  return (offset, path) => {
    const { line, col } = lines.linePos(offset)
    // Without a line the offset is 0, in a text without characters.
    return { path, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
}

/** Where the first node stands that is nested too deeply. */
function tooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > DEEPEST) return 'offset' in token ? token.offset : 0
    for (const inner of innerTokens(token)) open.push({ token: inner, depth: depth + 1 })
  }
  return undefined
}

function innerTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat())
}
