import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { giftOptions, mergeGifts } from '@platemark/lists/merge-gifts'
import { readList } from '@platemark/lists/read-list'
import type { Gift } from '@platemark/mint/airdrop/gift'
import { finishSlices } from '@platemark/rules/slices'
import { getAddress } from 'viem'
import { requireHex } from '../local/collection.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { joinPlaces, nameFirst } from './merge-lists.ts'
import type { Options } from './options.ts'
import { readTextFile } from './text-file.ts'

/** Wallets of an airdrop, each there once. */
export type GiftFile = { gifts: Gift[]; source: string; hash: string }

/**
 * Reads the wallets and quantities of an airdrop. Throws `CollectionFileError` with each row that
 * is none, and with wallets that have several rows unless `rows` decides how they count.
 */
export function readGiftFile(path: string, { rows }: Pick<Options, 'rows'>): GiftFile {
  const source = basename(path)
  const text = readTextFile(path)
  const content = finishSlices(readList(text, source, giftOptions))
  const list = finishSlices(mergeGifts(content.rows, rows ?? 'higher'))
  const place = (lines: readonly { line: number }[]) =>
    joinPlaces(lines.map(({ line }) => ({ file: source, unit: 'line', number: line })))
  const problems = [
    ...nameFirst(
      content.leftOut,
      `of ${source} are wrong`,
      ({ line, problem }) =>
        `${place([{ line }])}: ${problem.cell ? `"${problem.cell}": ` : ''}${problem.sentence}.`,
    ),
    ...nameFirst(
      rows ? [] : list.merged,
      'have several rows',
      ({ address, places }) =>
        `${place(places)}: ${getAddress(address)} is there ${places.length} times. Keep one row, or choose what counts: --rows higher, or --rows sum.`,
    ),
    ...nameFirst(
      list.tooMany,
      'have too many tokens',
      ({ address, places, quantity }) =>
        `${place(places)}: ${getAddress(address)} would get ${quantity} tokens. One airdrop gives a wallet at most 255.`,
    ),
  ]
  if (problems.length > 0) throw new CollectionFileError(problems)
  if (list.gifts.length === 0) {
    throw new CollectionFileError([`${source}: the list has no wallets.`])
  }
  const hash = createHash('sha256').update(text).digest('hex')
  const gifts = list.gifts.map((gift) => ({ ...gift, address: requireHex(gift.address) }))
  return { gifts, source, hash }
}
