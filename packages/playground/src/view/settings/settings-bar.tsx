import type { VNode } from 'preact'
import { laneNames } from '../../model/index.ts'
import { useApp } from '../../state/app.ts'
import { changeSetup, changeShared, sharedSettings, showLane } from '../../state/change-setup.ts'
import { laneTitles } from '../../words/lane-titles.ts'
import { DropDown } from '../parts/drop-down.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { Switch } from '../parts/switch.tsx'
import { LaneSettingsTable } from './lane-settings-table.tsx'
import { SharedFields } from './shared-fields.tsx'

/** The limit, the lanes that show it, and what a request costs. */
export function SettingsBar(): VNode {
  const { session } = useApp()
  const setup = session.setup.value
  const fault = session.settingsFault.value
  return (
    <section class="settings" aria-label="Settings">
      <div class="bar settings-bar">
        <span class="bar-name" aria-hidden="true">
          Limit
        </span>
        {setup.linked ? <SharedFields /> : <span class="muted">each lane has its own</span>}
        <NumberField
          label="Cost"
          value={setup.cost}
          max={1_000_000}
          onChange={(cost) => changeSetup(session, { ...setup, cost })}
        />
        <Switch
          label="One limit for all"
          isOn={setup.linked}
          onChange={(isOn) => {
            if (isOn) changeShared(session, sharedSettings(setup))
            else changeSetup(session, { ...setup, linked: false })
          }}
        />
        <ShownLanes />
      </div>
      {setup.linked ? null : <LaneSettingsTable />}
      {fault === undefined ? null : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </section>
  )
}

function ShownLanes(): VNode {
  const { session } = useApp()
  const { shown } = session.setup.value
  return (
    <DropDown label={`Lanes: ${shown.length} of ${laneNames.length}`}>
      <fieldset>
        <legend class="visually-hidden">Lanes that are shown</legend>
        {laneNames.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={shown.length === 1 && shown.includes(name)}
              onChange={(event) => showLane(session, name, event.currentTarget.checked)}
            />
            <span>{laneTitles[name]}</span>
          </label>
        ))}
      </fieldset>
    </DropDown>
  )
}
