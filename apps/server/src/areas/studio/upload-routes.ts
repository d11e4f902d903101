import { MAX_PART_BYTES } from '@platemark/api/upload-pieces'
import * as api from '@platemark/api/uploads'
import * as works from '@platemark/api/works'
import type { AppContext } from '../../http/app-context.ts'
import { consumeStudioLimit } from '../../http/rate-limits.ts'
import { largeBodyRoute, type RoutePlugin, route } from '../../http/route.ts'
import { checkManifestOffThread } from './uploads/check-manifest.ts'
import { createUpload } from './uploads/create-upload.ts'
import { getSet, getTraits, listWorks } from './uploads/describe-set.ts'
import { cancelUpload, getUpload } from './uploads/describe-upload.ts'
import { receivePart } from './uploads/receive-part.ts'
import { updateSet } from './uploads/update-set.ts'

/** Returns the routes of uploads and works of sets. */
export function uploadRoutes(context: AppContext): RoutePlugin[] {
  const { manifest_bytes } = context.configuration.limits
  return [
    largeBodyRoute(
      api.createUpload,
      {
        maxBytes: manifest_bytes,
        admit: (caller) => consumeStudioLimit(context, 'set-upload', caller),
        read: checkManifestOffThread,
      },
      ({ params, body, session, admit }) =>
        createUpload(context, session, params.contract_id, { ...body, admit }),
    ),
    largeBodyRoute(
      api.sendPart,
      {
        maxBytes: MAX_PART_BYTES,
        // Bounded by bytes, which every body counts towards, not by calls.
        admit: async () => {},
        read: async (bytes) => bytes,
      },
      ({ params, body, session, admit }) =>
        receivePart(context, session, params, { bytes: body, admit }),
    ),
    route(api.getUpload, ({ params, session }) => getUpload(context, session, params)),
    route(api.cancelUpload, async ({ params, session }) => {
      await cancelUpload(context, session, params)
      return null
    }),
    route(works.listWorks, ({ params, query, session }) =>
      listWorks(context, session, params.contract_id, query.page),
    ),
    route(works.getTraits, ({ params, session }) =>
      getTraits(context, session, params.contract_id),
    ),
    route(works.getSet, ({ params, session }) =>
      getSet(context, session, params.contract_id),
    ),
    route(works.updateSet, ({ params, body, session, client }) => {
      const admit = () =>
        consumeStudioLimit(context, 'set-upload', { user: session.user_id, client })
      return updateSet(context, session, params.contract_id, { ...body, admit })
    }),
  ]
}
