import type { Draft } from '@platemark/api/studio'

/** Returns a draft before it is stored: without an id, with the defaults of the API. */
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
      royalty_bps: 0,
      royalty_ceiling_bps: 0,
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
