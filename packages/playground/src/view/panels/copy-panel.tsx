import type { VNode } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { asPolicyYaml, asReplayCommand, asTypeScript, type LaneName, type Setup } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Panel } from '../parts/panel.tsx'
import { SelectField } from '../parts/select-field.tsx'

interface Text {
  readonly text: string
  readonly note?: string | undefined
}

interface Form {
  readonly title: string
  readonly write: (setup: Setup, lane: LaneName) => Text
}

const FORMS: readonly Form[] = [
  { title: 'TypeScript', write: (setup, lane) => ({ text: asTypeScript(setup, lane) }) },
  { title: 'Policy', write: (setup, lane) => ({ text: asPolicyYaml(setup, lane) }) },
  {
    title: 'Replay',
    write: (setup, lane) => {
      const { command, note } = asReplayCommand(setup, lane)
      return { text: command, note }
    },
  },
]

/** A lane's limit to take along: for code, for a policy file, or to run over a log. */
export function CopyPanel(): VNode {
  const { session } = useApp()
  const setup = session.setup.value
  const [chosen, setChosen] = useState<LaneName>('token-bucket')
  const [form, setForm] = useState(FORMS[0]!)
  const code = useRef<HTMLPreElement>(null)
  const lane = setup.shown.includes(chosen) ? chosen : setup.shown[0]!
  const { text, note } = form.write(setup, lane)
  return (
    <Panel name="copy" title="Take the limit along">
      <div class="panel-actions">
        <SelectField
          label="Lane"
          value={lane}
          choices={setup.shown.map((name) => ({ value: name, text: laneTitles[name] }))}
          onChange={setChosen}
        />
        <span class="tabs" role="group" aria-label="Form">
          {FORMS.map((each) => (
            <button
              key={each.title}
              type="button"
              class="button"
              aria-pressed={each === form}
              onClick={() => setForm(each)}
            >
              {each.title}
            </button>
          ))}
        </span>
      </div>
      <pre ref={code} class="code" tabIndex={0} aria-label={form.title}>
        {text.trimEnd()}
      </pre>
      {note === undefined ? null : <p class="muted">{note}</p>}
      <CopyButton label="Copy" text={() => text} onRefused={() => selectAll(code.current)} />
    </Panel>
  )
}

/** Without access to the clipboard, the text is ready for the visitor's own copying. */
function selectAll(element: HTMLElement | null): void {
  if (element !== null) getSelection()?.selectAllChildren(element)
}
