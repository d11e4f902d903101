import type { AppContext } from '../../http/app-context.ts'
import type { RoutePlugin } from '../../http/route.ts'
import { collectionsChannel } from '../collections/service.ts'

/**
 * Creates the plugin that raises the data version when any process changed a collection, so
 * that no kept answer outlives what it shows. Without the connection answers end by their age.
 */
export function watchData({ configuration, listen }: AppContext): RoutePlugin {
  return (app) => {
    if (configuration.limits.kept_answers === 0) return
    const raise = () => app.dataVersion.raise()
    let stop: (() => Promise<void>) | undefined
    app.addHook('onReady', async () => {
      stop = listen(collectionsChannel, { onConnect: raise, onMessage: raise })
    })
    app.addHook('onClose', async () => stop?.())
  }
}
