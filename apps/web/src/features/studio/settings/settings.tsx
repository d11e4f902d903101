import type { Own } from '../page/own.ts'
import { InkSettings } from './ink-settings.tsx'
import { PencilSettings } from './pencil-settings.tsx'

/** Settings on the chain, in ink, and on this site, in pencil. */
export function Settings({ own }: { own: Own }) {
  return (
    <section className="card settings-pair" aria-labelledby="settings">
      <h2 className="hide" id="settings">
        Settings
      </h2>
      <InkSettings own={own} />
      <PencilSettings own={own} />
    </section>
  )
}
