import * as api from '@platemark/api/reveal'
import type { AppContext } from '../../http/app-context.ts'
import { type RoutePlugin, route } from '../../http/route.ts'
import { describeReveal } from './reveal/describe-reveal.ts'
import { prepareReveal } from './reveal/prepare-reveal.ts'
import { setCommitment } from './reveal/set-commitment.ts'

/** Returns the routes of hidden sets and their reveal. */
export function revealRoutes(context: AppContext): RoutePlugin[] {
  return [
    route(api.getReveal, ({ params, session }) =>
      describeReveal(context, session, params.contract_id),
    ),
    route(api.setReveal, ({ params, body, session }) =>
      setCommitment(context, session, params.contract_id, body),
    ),
    route(api.prepareReveal, ({ params, body, session, client }) =>
      prepareReveal(context, session, params.contract_id, { ...body, client }),
    ),
  ]
}
