import type { CampaignDetail } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import { type EmblemKey, emblem, emblemKeys } from '@platemark/plates/engraving/emblem'
import { postmark } from '@platemark/plates/engraving/postmark'
import { formatCount } from '@platemark/rules/amounts'
import { toCountWord } from '@platemark/rules/count-words'
import { startHigh } from '@platemark/rules/first-letter'
import { formatDateSpan } from '@platemark/rules/utc-dates'
import type { AppContext } from '../../http/app-context.ts'
import { readCard } from '../campaigns/service/card.ts'
import { getCampaign } from '../campaigns/service/detail.ts'
import type { OgImage } from './og-template.ts'
import { outlineLetter } from './outline-letter.ts'
import { shortenAddress } from './service.ts'
import { toDrawableText } from './text-layout.ts'

const kinds: Record<CampaignDetail['template'], string> = {
  team_race: 'Guild battle',
  stamp_card: 'Stamp card',
  quest_list: 'Campaign',
}

/** Returns the share image of a campaign. Throws `campaign_not_found`. */
export async function campaignPicture(
  context: AppContext,
  alias: string,
): Promise<OgImage> {
  const campaign = await getCampaign(context, alias)
  const { title, template, starts_at, ends_at } = campaign
  return {
    layout: 'framed',
    art: {
      ...{ file: null, seed: `campaign-${alias}`, isAvatar: false },
      ...drawCampaign(campaign),
    },
    over: kinds[template],
    title: toDrawableText(title) ?? kinds[template],
    under: formatDateSpan(starts_at, ends_at).replaceAll('\u00a0', ' '),
    product: toDrawableText(context.configuration.product_name) ?? '',
  }
}

/**
 * Returns the share image of a stamp card with its final stamps and its place in a final result. Throws `campaign_not_found`, and
 * `not_found` for another campaign and for an account without a card.
 */
export async function cardPicture(
  context: AppContext,
  alias: string,
  address: string,
): Promise<OgImage> {
  const campaign = await getCampaign(context, alias)
  const card =
    campaign.template === 'stamp_card'
      ? await readCard(context, alias, address)
      : undefined
  if (!card) throw new Problem('not_found')
  const days = new Map(
    card.stamps
      .filter(({ final }) => final)
      .map(({ key, at }) => [key, at.toISOString().slice(0, 10)]),
  )
  const { length: total } = campaign.quests
  const name = toDrawableText(card.name ?? '') ?? shortenAddress(address)
  return {
    layout: 'framed',
    art: {
      ...{ file: null, seed: `campaign-${alias}`, isAvatar: false },
      drawing: drawCard(campaign, days),
    },
    over: toDrawableText(campaign.title) ?? kinds.stamp_card,
    title: startHigh(`${toCountWord(days.size)} of ${toCountWord(total)} stamps`),
    under: card.place === null ? name : `${name}, place ${formatCount(card.place)}`,
    product: toDrawableText(context.configuration.product_name) ?? '',
  }
}

/** Draws the emblems of the guilds, or an empty card; nothing for other campaigns. */
function drawCampaign(campaign: CampaignDetail): { drawing?: string } {
  if (campaign.template === 'stamp_card') {
    return { drawing: drawCard(campaign, new Map()) }
  }
  const emblems = campaign.teams.flatMap(
    (team) => emblemKeys.find((key) => key === team.emblem) ?? [],
  )
  return emblems.length >= 2 ? { drawing: drawEmblems(emblems) } : {}
}

const SIDE = 320

function drawEmblems(keys: readonly EmblemKey[]): string {
  const drawn = keys.slice(0, 4).map((key, index) => {
    const [x, y] = [(index % 2) * 160 + 12, Math.floor(index / 2) * 160 + 12]
    return place(emblem(key), { x, y, width: 136, height: 136 })
  })
  return sheet(drawn)
}

/** Fields that a drawing shows at most. */
const MAX_FIELDS = 16

/** Width and height of a postmark. */
const MARK = { width: 180, height: 160 }

/** Draws the fields of a card as large as the square allows; `days` has those with a stamp. */
function drawCard(
  { quests, chains }: Pick<CampaignDetail, 'quests' | 'chains'>,
  days: ReadonlyMap<string, string>,
): string {
  const fields = quests.slice(0, MAX_FIELDS)
  const { columns, scale } = fitFields(fields.length)
  const [width, height] = [MARK.width * scale, MARK.height * scale]
  const rows = Math.ceil(fields.length / columns)
  const top = (SIDE - rows * height) / 2
  const drawn = fields.map(({ key, title, chain_id }, index) => {
    const chain = chains.find(({ id }) => id === chain_id)
    const name = toDrawableText(chain?.name ?? title) ?? '?'
    const day = days.get(key)
    const mark =
      day === undefined
        ? emptyMark(name)
        : postmark({ alias: chain?.alias ?? key, name, issuer: '', day }, outlineLetter)
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, fields.length - row * columns)
    const left = (SIDE - inRow * width) / 2
    const [x, y] = [left + (index % columns) * width, top + row * height]
    return place(mark, { x, y, width, height })
  })
  return sheet(drawn)
}

/** Returns the columns in which so many postmarks are largest, and their scale. */
function fitFields(count: number): { columns: number; scale: number } {
  const fits = Array.from({ length: Math.max(1, count) }, (_, index) => {
    const columns = index + 1
    const rows = Math.max(1, Math.ceil(count / columns))
    const scale = Math.min(SIDE / columns / MARK.width, SIDE / rows / MARK.height)
    return { columns, scale }
  })
  return fits.reduce((best, one) => (one.scale > best.scale ? one : best))
}

function emptyMark(name: string): string {
  const letters = [...name.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')].slice(0, 2)
  const glyphs = letters.map((one) => outlineLetter(one, 34, 'display'))
  let x = 80 - glyphs.reduce((sum, { advance }) => sum + advance, 0) / 2
  const outlines = glyphs.map(({ path, advance }) => {
    const outline = `<path transform="translate(${x.toFixed(1)} 92)" fill="#c3c1b8" d="${path}"/>`
    x += advance
    return outline
  })
  const rings = [62, 45].map(
    (radius) =>
      `<circle cx="80" cy="80" r="${radius}" fill="none" stroke="#dcdad3" stroke-width="1.5"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 160">${rings.join('')}${outlines.join('')}</svg>`
}

type Box = { x: number; y: number; width: number; height: number }

function place(svg: string, { x, y, width, height }: Box): string {
  return svg.replace(
    '<svg ',
    `<svg x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" `,
  )
}

function sheet(parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="#ffffff"/>${parts.join('')}</svg>`
}
