import * as wire from '@platemark/wire/studio'
import type { Resources } from '../../platform/resources.ts'
import { type Served, serve } from '../../platform/serve.ts'
import { deleteContract, hide, show, updateCover, updateImage } from './manage.ts'
import { prepareDeployment } from './prepare-deployment.ts'
import { createDraft, listStudio, setList, updateDraft } from './service.ts'

/** Drafts on their way to a chain; everything is the caller's own. */
export function studioRoutes(resources: Resources): Served[] {
  const { list_bytes } = resources.configuration.limits
  return [
    serve(wire.createDraft, ({ body, files, session, idempotencyKey }) =>
      createDraft(resources, session, body, files, idempotencyKey),
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
    serve(wire.showContract, ({ params, session }) =>
      show(resources, session, params.contract_id),
    ),
    serve(wire.hideContract, ({ params, session }) =>
      hide(resources, session, params.contract_id),
    ),
    serve(wire.updateImage, ({ params, body, files, session }) => {
      const sent = { picture: files.image, remove: body.remove }
      return updateImage(resources, session, params.contract_id, sent)
    }),
    serve(wire.updateCover, ({ params, body, files, session }) => {
      const sent = { picture: files.cover, remove: body.remove }
      return updateCover(resources, session, params.contract_id, sent)
    }),
    serve(wire.deleteContract, async ({ params, session }) => {
      await deleteContract(resources, session, params.contract_id)
      return null
    }),
  ]
}
