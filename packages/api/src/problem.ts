/** Every way a call can fail: the HTTP status it travels under and the sentence for the user. */
export const problems = {
  bad_request: [400, 'The request could not be read.'],
  unauthenticated: [401, 'Sign in to continue.'],
  sign_in_failed: [401, 'The signature could not be verified. Sign in again.'],
  not_yours: [403, 'This belongs to another wallet.'],
  not_name_owner: [403, 'This name belongs to another wallet.'],
  not_eligible: [403, 'Complete the steps below before you take part.'],
  reward_not_earned: [403, 'You have not earned this yet.'],
  achievement_not_eligible: [403, 'You have not earned this yet.'],
  achievement_revoked: [403, 'This achievement was withdrawn by the operator.'],
  not_found: [404, 'Not found.'],
  unknown_chain: [404, 'This network is not on this site.'],
  not_on_list: [404, 'This wallet is not on the list.'],
  name_not_registered: [404, 'This name is not registered.'],
  no_primary_name: [404, 'This wallet has no primary name.'],
  article_not_found: [404, 'This lesson does not exist.'],
  question_not_found: [404, 'The quiz has no such question.'],
  campaign_not_found: [404, 'This campaign does not exist.'],
  reward_not_found: [404, 'The campaign has no such reward.'],
  no_notice: [404, 'There is no notice to answer.'],
  achievement_unknown: [404, 'This achievement does not exist.'],
  method_not_allowed: [405, 'This address does not accept that method.'],
  deployment_pending: [409, 'A deployment of this collection is being confirmed.'],
  already_deployed: [409, 'This collection is already on the chain.'],
  changed_elsewhere: [409, 'This was changed elsewhere in the meantime.'],
  draft_incomplete: [409, 'The draft is not complete yet.'],
  too_many_drafts: [
    409,
    'There are too many drafts on this network. Delete or deploy one of them first.',
  ],
  too_many_uploads: [
    409,
    'Other uploads of this account are not finished. Finish or cancel one of them first.',
  ],
  metadata_frozen: [409, 'Pictures and texts of this collection are permanently frozen.'],
  alias_taken: [409, 'Another collection on this network has that address.'],
  name_not_minted: [
    409,
    'This name is not on the chain yet. Try again in a few seconds.',
  ],
  name_pending: [409, 'This name is still being confirmed.'],
  campaign_not_open: [409, 'Joining is closed.'],
  not_joined: [409, 'You do not take part in this campaign.'],
  already_in_team: [409, 'You are already in another guild.'],
  team_full: [409, 'This guild is full.'],
  team_locked: [409, 'Your guild can no longer be changed.'],
  wallet_in_campaign: [409, 'This wallet already takes part in the campaign.'],
  answer_closed: [409, 'This notice can no longer be answered.'],
  reward_not_open: [409, 'Rewards open when results are final.'],
  reward_exhausted: [409, 'All of these rewards are claimed.'],
  reward_claimed: [409, 'You already have this one.'],
  achievement_not_indexed: [
    409,
    'We are still reading the network. Try again in a minute.',
  ],
  quiz_changed: [409, 'This quiz was changed. Answer the new questions.'],
  achievement_closed: [410, 'This achievement can no longer be claimed.'],
  article_withdrawn: [410, 'This lesson was withdrawn.'],
  claim_closed: [410, 'Rewards of this campaign can no longer be claimed.'],
  file_too_large: [413, 'The file is too large.'],
  unsupported_media: [415, 'Use a PNG, JPEG, WebP, GIF or AVIF image.'],
  range_not_satisfiable: [416, 'The file has no such part.'],
  validation_failed: [422, 'Some fields are not valid.'],
  name_invalid: [422, 'This is not a valid name.'],
  token_id_mismatch: [422, 'The token does not belong to this name.'],
  registration_failed: [
    422,
    'The registration transaction failed. Nothing was charged except the network fee.',
  ],
  team_required: [422, 'Choose a guild.'],
  link_text_invalid: [
    422,
    'This text was already used or has expired. Request a new one and sign it.',
  ],
  link_signature_invalid: [
    422,
    'A signature is not valid for its wallet. Sign the text with both wallets again.',
  ],
  quiz_incomplete: [422, 'Answer every question.'],
  too_many_requests: [429, 'Too many requests. Try again shortly.'],
  blocked: [451, 'This collection is not shown here.'],
  internal: [500, 'Something went wrong on our side. Try again.'],
  chain_unavailable: [503, 'The network cannot be reached right now. Try again shortly.'],
  storage_unavailable: [
    503,
    'The storage of this site cannot be used right now. Try again shortly.',
  ],
  badges_unavailable: [503, 'Badges cannot be given right now. Try again shortly.'],
  rehearsal_unavailable: [
    503,
    'Rehearsals need the program anvil of Foundry, and this site does not have it. Ask its operator to install it, as docs/rehearsals.md describes.',
  ],
  read_only: [503, 'This version is read-only.'],
  busy: [503, 'The site is busy right now. Try again shortly.'],
  not_ready: [503, 'The service is starting. Try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof problems

/** One sentence or more for each field that is wrong, keyed by its path (`phases.0.start`). */
export type FieldProblems = Record<string, string[]>

type ProblemOptions = ErrorOptions & {
  fields?: FieldProblems
  /** Facts beside the error, for the caller to act on. */
  data?: unknown
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number
  /** Names the failed request in the server's log. */
  requestId?: string
}

/**
 * The one error that crosses the API contract: thrown by services, sent as
 * `{ error: { code, message, fields?, request_id } }`, and thrown again by the client.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly fields: FieldProblems | undefined
  readonly data: unknown
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor(code: ProblemCode, message?: string, options: ProblemOptions = {}) {
    super(message ?? problems[code][1], options)
    this.code = code
    this.fields = options.fields
    this.data = options.data
    this.retryAfter = options.retryAfter
    this.requestId = options.requestId
  }

  get status(): number {
    return problems[this.code][0]
  }
}
