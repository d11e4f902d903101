import * as api from '@platemark/api/studio'
import type { Resources } from '../../http/app-context.ts'
import { type Served, serve } from '../../http/route.ts'
import { deleteContract, hide, show, updateCover, updateImage } from './manage.ts'
import { prepareDeployment } from './prepare-deployment.ts'
import { createDraft, listStudio, setList, updateDraft } from './service.ts'

/** Drafts on their way to a chain; everything is the caller's own. */
export function studioRoutes(resources: Resources): Served[] {
  const { list_bytes } = resources.configuration.limits
  return [
    serve(api.createDraft, ({ body, files, session, idempotencyKey }) =>
      createDraft(resources, session, body, files, idempotencyKey),
    ),
    serve(api.updateDraft, ({ params, body, session }) =>
      updateDraft(resources, session, params.contract_id, body),
    ),
    serve(api.listStudio, ({ session }) => listStudio(resources, session)),
    serve(
      api.setList,
      ({ params, body, session }) =>
        setList(resources, session, params.contract_id, body),
      { maxBodyBytes: list_bytes },
    ),
    serve(api.prepareDeployment, ({ params, session }) =>
      prepareDeployment(resources, session, params.contract_id),
    ),
    serve(api.showContract, ({ params, session }) =>
      show(resources, session, params.contract_id),
    ),
    serve(api.hideContract, ({ params, session }) =>
      hide(resources, session, params.contract_id),
    ),
    serve(api.updateImage, ({ params, body, files, session }) => {
      const sent = { picture: files.image, remove: body.remove }
      return updateImage(resources, session, params.contract_id, sent)
    }),
    serve(api.updateCover, ({ params, body, files, session }) => {
      const sent = { picture: files.cover, remove: body.remove }
      return updateCover(resources, session, params.contract_id, sent)
    }),
    serve(api.deleteContract, async ({ params, session }) => {
      await deleteContract(resources, session, params.contract_id)
      return null
    }),
  ]
}
