import {
  declineDeployment,
  getDeployment,
  reportTransaction,
} from '@platemark/api/deployments'
import type { Parsed } from '@platemark/api/endpoint'
import * as api from '@platemark/api/studio'
import type { AppContext } from '../../http/app-context.ts'
import { consumeStudioLimit } from '../../http/rate-limits.ts'
import { largeBodyRoute, type RoutePlugin, route } from '../../http/route.ts'
import { archiveRoutes } from './archive-routes.ts'
import { checkListOffThread } from './check-list.ts'
import { describeDeployment, keepTransactionHash } from './describe-deployment.ts'
import { describeOwn } from './describe-own.ts'
import { exitRoutes } from './exit-routes.ts'
import { listRoutes } from './list-routes.ts'
import {
  deleteContract,
  hideCollection,
  showCollection,
  updateCover,
  updateImage,
} from './manage.ts'
import { openDeclined } from './open-declined.ts'
import { prepareDeployment } from './prepare-deployment.ts'
import { rehearsalRoutes } from './rehearsal-routes.ts'
import { revealRoutes } from './reveal-routes.ts'
import { createDraft, listStudio, setList, updateDraft } from './service.ts'
import { uploadRoutes } from './upload-routes.ts'

/** Returns the routes of the caller's own drafts and collections. */
export function studioRoutes(context: AppContext): RoutePlugin[] {
  const { list_bytes } = context.configuration.limits
  return [
    route(api.createDraft, ({ body, files, session, idempotencyKey }) =>
      createDraft(context, session, body, files, idempotencyKey),
    ),
    route(api.updateDraft, ({ params, body, session }) =>
      updateDraft(context, session, params.contract_id, body),
    ),
    route(api.getDraft, ({ params, session }) =>
      describeOwn(context, session, params.contract_id, 'editor'),
    ),
    route(api.listStudio, ({ session }) => listStudio(context, session)),
    largeBodyRoute(
      api.setList,
      {
        maxBytes: list_bytes,
        admit: (caller) => consumeStudioLimit(context, 'list', caller),
        read: checkListOffThread,
      },
      ({ params, body, session, admit }) =>
        setList(context, session, params.contract_id, { ...body, admit }),
    ),
    ...listRoutes(context),
    route(api.prepareDeployment, ({ params, session, client }) =>
      prepareDeployment(context, session, params.contract_id, client),
    ),
    route(getDeployment, ({ params, session }) =>
      describeDeployment(context, session, params.contract_id),
    ),
    route(declineDeployment, async ({ params, body, session }) => {
      const { contract_id, ...prepared } = { ...params, ...body }
      await openDeclined(context, session, contract_id, prepared)
      return null
    }),
    route(reportTransaction, async ({ params, body, session }) => {
      await keepTransactionHash(
        context,
        session,
        params.contract_id,
        body.transaction_hash,
      )
      return null
    }),
    route(api.showContract, ({ params, session }) =>
      showCollection(context, session, params.contract_id),
    ),
    route(api.hideContract, ({ params, session }) =>
      hideCollection(context, session, params.contract_id),
    ),
    route(api.updateImage, ({ params, body, files, session }) => {
      const sent = toPictureChange(files.image, body)
      return updateImage(context, session, params.contract_id, sent)
    }),
    route(api.updateCover, ({ params, body, files, session }) => {
      const sent = toPictureChange(files.cover, body)
      return updateCover(context, session, params.contract_id, sent)
    }),
    route(api.deleteContract, async ({ params, session }) => {
      await deleteContract(context, session, params.contract_id)
      return null
    }),
    ...archiveRoutes(context),
    ...exitRoutes(context),
    ...rehearsalRoutes(context),
    ...revealRoutes(context),
    ...uploadRoutes(context),
  ]
}

function toPictureChange(
  picture: Uint8Array | undefined,
  { remove, if_updated_at }: Parsed<typeof api.updateCover>['body'],
) {
  return { picture, remove, ifUpdatedAt: if_updated_at }
}
