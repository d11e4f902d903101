import type { Draft } from '@platemark/api/studio'

/**
 * Royalty and highest royalty ever of a new draft of the wizard. Those of the API are 0, which
 * rules out royalties for good; the owner can always lower a royalty.
 */
export const suggestedTerms = { royalty_bps: 500, royalty_ceiling_bps: 1000 }

/**
 * Returns a draft before it is stored: without an id, with the suggested terms, and otherwise the
 * defaults of the API.
 */
export function blankDraft(chainAlias: string): Draft {
  return {
    contract_id: '',
    owner: '',
    state: 'draft',
    visibility: 'shown',
    minted: 0,
    fields: {
      chain_alias: chainAlias,
      kind: 'drop',
      name: '',
      symbol: '',
      description: '',
      alias: null,
      links: { website: null, x: null, discord: null, instagram: null, farcaster: null },
      max_supply: null,
      ...suggestedTerms,
      royalty_receiver: 'owner',
      is_transferable: true,
      notice_seconds: 0,
      payees: [],
      phases: [],
      art: 'one',
      shown: 'at_mint',
      keeps_camera_data: false,
      time_zone: null,
    },
    image: null,
    animation_url: null,
    cover: null,
    set: null,
    work_upload: null,
    reveal: null,
    lists: [],
    missing: {},
    contract_address: null,
    block: null,
    updated_at: new Date(0).toISOString(),
  }
}
