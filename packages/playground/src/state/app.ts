/** What the parts of the page share. */
import { createContext, type Context, type Provider } from 'preact'
import { useContext } from 'preact/hooks'
import { Announcer } from './announcer.ts'
import { startFrames } from './frames.ts'
import { openAddress } from './link.ts'
import { LogFile } from './log-file.ts'
import { pageShortcuts } from './page-shortcuts.ts'
import { sendingOf, type Sending } from './send.ts'
import { Session } from './session.ts'
import { listenForShortcuts, type Shortcut } from './shortcuts.ts'

export interface App {
  readonly session: Session
  readonly announcer: Announcer
  readonly sending: Sending
  readonly logFile: LogFile
  readonly shortcuts: readonly Shortcut[]
}

const AppContext: Context<App | undefined> = createContext<App | undefined>(undefined)

export const AppProvider: Provider<App | undefined> = AppContext.Provider

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('There is no app around this part of the page')
  return app
}

/** Opens what the address holds, and lets time run. */
export function startApp(): App {
  const session = new Session()
  const announcer = new Announcer(session)
  const sending = sendingOf(session, announcer)
  const shortcuts = pageShortcuts(session, sending)
  openAddress(session, announcer)
  listenForShortcuts(shortcuts)
  startFrames((elapsedMs) => session.advance(elapsedMs))
  return { session, announcer, sending, logFile: new LogFile(session), shortcuts }
}
