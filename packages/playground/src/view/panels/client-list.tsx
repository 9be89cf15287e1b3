import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { useApp } from '../../state/app.ts'
import type { LogOverview } from '../../worker/log-overview.ts'
import { countText } from '../../words/count-text.ts'

/** The clients of a log; the chosen one's requests go through the lanes. */
export function ClientList({ overview }: { readonly overview: LogOverview }): VNode {
  const { logFile } = useApp()
  const id = useId()
  const chosen = logFile.client.value
  const clients = logFile.found.value
  return (
    <div class="clients">
      <span class="field">
        <label for={id}>Find a client</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          onInput={(event) => void logFile.find(event.currentTarget.value)}
        />
      </span>
      <div class="client-list" role="group" aria-label="Clients">
        <ClientButton
          name="All, as if one had sent them"
          requests={overview.requests}
          isChosen={chosen === 'all'}
          onChoose={() => void logFile.show('all')}
        />
        {clients.map(({ client, name, requests }) => (
          <ClientButton
            key={client}
            name={name}
            requests={requests}
            isChosen={chosen === client}
            onChoose={() => void logFile.show(client)}
          />
        ))}
        {clients.length === 0 ? <p class="empty">No client has this in its name.</p> : null}
      </div>
    </div>
  )
}

interface ClientButtonProps {
  readonly name: string
  readonly requests: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ClientButton({ name, requests, isChosen, onChoose }: ClientButtonProps): VNode {
  return (
    <button type="button" class="client" aria-pressed={isChosen} onClick={onChoose}>
      <span class="client-name">{name}</span>
      <span class="muted">{countText(requests)}</span>
    </button>
  )
}
