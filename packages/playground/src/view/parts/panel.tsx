import type { ComponentChildren, VNode } from 'preact'
import { useId } from 'preact/hooks'

export interface PanelProps {
  readonly title: string
  /** One sentence that says what this is for. */
  readonly about?: string
  /** For the style sheet. */
  readonly name: string
  readonly children: ComponentChildren
}

export function Panel({ title, about, name, children }: PanelProps): VNode {
  const id = useId()
  return (
    <section class={`panel panel-${name}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{title}</h2>
        {about === undefined ? null : <p class="muted">{about}</p>}
      </header>
      {children}
    </section>
  )
}
