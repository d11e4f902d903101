import * as wire from '@platemark/wire/studio'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { prepareDeployment } from './prepare-deployment.ts'
import { createDraft, listStudio, setList, updateDraft } from './service.ts'

/** Drafts on their way to a chain; everything is the caller's own. */
export function studioRoutes(resources: Resources): Served[] {
  const { list_bytes } = resources.configuration.limits
  return [
    serve(wire.createDraft, ({ body, files, session }) =>
      createDraft(resources, session, body, files),
    ),
    serve(wire.updateDraft, ({ params, body, session }) =>
      updateDraft(resources, session, params.contract_id, body),
    ),
    serve(wire.listStudio, ({ session }) => listStudio(resources, session)),
    serve(
      wire.setList,
      ({ params, body, session }) =>
        setList(resources, session, params.contract_id, body),
      { maxBodyBytes: list_bytes },
    ),
    serve(wire.prepareDeployment, ({ params, session }) =>
      prepareDeployment(resources, session, params.contract_id),
    ),
  ]
}
