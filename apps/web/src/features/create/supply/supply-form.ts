import type { Draft, DraftChanges } from '@platemark/api/studio'
import { formatCount, formatUnits } from '@platemark/rules/amounts'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import * as z from 'zod/mini'
import {
  findPayeeProblems,
  type PayeeRow,
  readPayees,
  toPayeeRows,
} from '../../../components/payees/payees.ts'
import {
  formatPercent,
  type Parsed,
  parseCount,
  parsePercent,
  parsePrice,
} from '../../../lib/parse-amounts.ts'
import { publicPhase } from '../editor/public-phase.ts'
import { parsedText } from '../frame/typed-text.ts'
import type { FormField } from '../frame/use-step-form.ts'
import type { Coin } from '../step-facts.ts'

type Fields = Draft['fields']

/** Highest royalty that the contracts allow, in percent. */
const MAX_ROYALTY = 10
/** The contracts count the mints of a wallet in 16 bits. */
const MAX_LIMIT = 65_535

export const kinds = ['drop', 'open_edition', 'edition'] as const

export type SupplyValues = {
  kind: (typeof kinds)[number]
  max_supply: string
  price: string
  limit: string
  royalty: string
  ceiling: string
  payees: PayeeRow[]
  royalty_receiver: Fields['royalty_receiver']
  is_transferable: boolean
  notice_seconds: string
}

/** Returns the schema of the form on a network, whose mint fee bounds the price. */
export function supplySchema(coin: Coin, mintFeeWei: bigint | undefined) {
  return z
    .object({
      kind: z.enum(kinds),
      max_supply: z.string(),
      price: parsedText((text) => parsePrice(text, { ...coin, mintFeeWei })),
      limit: parsedText(readLimit),
      royalty: parsedText(readRoyalty),
      ceiling: parsedText(readRoyalty),
      payees: z.array(z.object({ account: z.string(), share: z.string() })),
      royalty_receiver: z.enum(['owner', 'split']),
      is_transferable: z.boolean(),
      notice_seconds: z.string(),
    })
    .check((context) => {
      const { kind, max_supply, royalty, ceiling, payees } = context.value
      const add = (path: (string | number)[], message: string) =>
        context.issues.push({
          code: 'custom',
          message,
          path,
          input: context.value,
          continue: true,
        })
      const supply = readSupply(kind, max_supply)
      if ('problem' in supply) add(['max_supply'], supply.problem)
      const [asked, most] = [readRoyalty(royalty), readRoyalty(ceiling)]
      if ('value' in asked && 'value' in most && asked.value > most.value) {
        add(['ceiling'], 'Use at least the royalty itself.')
      }
      for (const { index, field, sentence } of findPayeeProblems(payees)) {
        add(index === null ? ['payees'] : ['payees', index, field], sentence)
      }
    })
}

/** Returns the fields of the form, with two for each payee. */
export function supplyFields({ payees }: SupplyValues): FormField<SupplyValues>[] {
  const rows = payees.flatMap((_, index): FormField<SupplyValues>[] => [
    {
      name: `payees.${index}.account`,
      label: `Payee ${index + 1}`,
      path: `payees.${index}.address`,
    },
    {
      name: `payees.${index}.share`,
      label: `Share of payee ${index + 1}`,
      path: `payees.${index}.bps`,
    },
  ])
  return [
    ...fixedFields,
    ...rows,
    royaltyReceiver,
    { name: 'payees', label: 'Payees', path: 'payees' },
  ]
}

const royaltyReceiver: FormField<SupplyValues> = {
  name: 'royalty_receiver',
  label: 'Royalties go to',
  path: 'royalty_receiver',
}

const fixedFields: FormField<SupplyValues>[] = [
  { name: 'kind', label: 'Kind', path: 'kind' },
  { name: 'max_supply', label: 'Supply', path: 'max_supply' },
  { name: 'price', label: 'Public price', path: 'price' },
  { name: 'limit', label: 'Limit per wallet', path: 'limit' },
  { name: 'royalty', label: 'Royalty on resales', path: 'royalty_bps' },
  { name: 'ceiling', label: 'Highest royalty ever', path: 'royalty_ceiling_bps' },
]

/** Returns the texts of the form for a draft. */
export function toSupplyValues(
  fields: Fields,
  coin: Coin,
  creator: string,
): SupplyValues {
  const phase = fields.phases.find(({ kind }) => kind === 'public')
  return {
    kind: fields.kind,
    max_supply: fields.max_supply === null ? '' : formatCount(fields.max_supply),
    price:
      phase && phase.price_wei !== null
        ? formatUnits(BigInt(phase.price_wei), coin.decimals)
        : '',
    limit: phase ? String(phase.max_per_wallet) : '',
    royalty: formatPercent(fields.royalty_bps),
    ceiling: formatPercent(fields.royalty_ceiling_bps),
    payees: toPayeeRows(fields.payees, creator),
    royalty_receiver: fields.royalty_receiver,
    is_transferable: fields.is_transferable,
    notice_seconds: String(fields.notice_seconds),
  }
}

/** Returns the changes of all valid fields. */
export function toSupplyChanges(
  values: SupplyValues,
  stored: Fields,
  terms: Coin & { mintFeeWei: bigint | undefined; creator: string },
): DraftChanges {
  const supply = readSupply(values.kind, values.max_supply)
  const royalty = readRoyalty(values.royalty)
  const ceiling = readRoyalty(values.ceiling)
  const payees = readPayees(values.payees, terms.creator)
  return {
    kind: values.kind,
    // An edition can always be transferred.
    is_transferable: values.kind === 'edition' || values.is_transferable,
    notice_seconds: Number(values.notice_seconds),
    ...('value' in supply && { max_supply: supply.value }),
    ...('value' in royalty && { royalty_bps: royalty.value }),
    ...('value' in ceiling && { royalty_ceiling_bps: ceiling.value }),
    ...(payees && {
      payees,
      // A split needs several payees.
      royalty_receiver: payees.length > 1 ? values.royalty_receiver : 'owner',
    }),
    ...readPhases(values, stored, terms),
  }
}

/** Returns the phases with the public price and limit; nothing while neither is entered. */
function readPhases(
  { price, limit }: SupplyValues,
  { phases }: Fields,
  terms: Coin & { mintFeeWei: bigint | undefined },
): Pick<DraftChanges, 'phases'> {
  const priceWei = parsePrice(price, terms)
  const most = readLimit(limit)
  const known = phases.find(({ kind }) => kind === 'public')
  if (!known && !('value' in priceWei) && !('value' in most)) return {}
  const before = known ?? publicPhase(new Date())
  const phase = {
    ...before,
    ...('value' in priceWei && { price_wei: String(priceWei.value) }),
    ...('value' in most && { max_per_wallet: most.value }),
  }
  const others = phases.filter(({ phase_id }) => phase_id !== PUBLIC_PHASE_ID)
  return { phases: [...others, phase] }
}

/** Reads the supply of a kind; an edition without one is open. */
function readSupply(kind: SupplyValues['kind'], text: string): Parsed<number | null> {
  if (kind === 'open_edition') return { value: null }
  if (kind === 'edition' && text.trim() === '') return { value: null }
  return parseCount(text, 'how many items there are')
}

function readLimit(text: string): Parsed<number> {
  return parseCount(text, 'how many one wallet may mint', MAX_LIMIT)
}

function readRoyalty(text: string): Parsed<number> {
  return parsePercent(text, MAX_ROYALTY)
}
