import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findPictureFault, isPictureName, toNarrowName } from './pictures.ts'
import type { Article } from './read-academy.ts'

const COVER_WIDTH = 1200
const COVER_HEIGHT = 630

/** Returns what is wrong with the files in the folder of an article, a sentence each. */
export function findFileFaults(article: Article): string[] {
  const { alias, cover, cover_picture: picture, folder, source } = article
  const faults: string[] = []
  if (basename(folder) !== alias) faults.push(`the folder of ${alias} has another name`)
  const { width = COVER_WIDTH, height = COVER_HEIGHT } = picture?.size ?? {}
  if (!picture) faults.push(`there is no cover ${cover}`)
  if (width !== COVER_WIDTH || height !== COVER_HEIGHT)
    faults.push(`the cover is ${width} by ${height}: 1200 by 630 is needed`)
  const figures = [...source.matchAll(/ src="([^"]+)"/g)].map(([, file = '']) => file)
  const used = [cover, ...figures, ...figures.map(toNarrowName)]
  for (const file of readdirSync(folder)) {
    if (file === 'article.mdx' || file === 'quiz.yaml') continue
    const isUsed = used.includes(file)
    if (!isPictureName(file)) faults.push(`${file} is not a picture`)
    else if (!isUsed) faults.push(`${file} is not used`)
    if (!file.endsWith('.svg')) continue
    const fault = findPictureFault(readFileSync(join(folder, file), 'utf8'))
    if (fault) faults.push(`${file} ${fault}`)
  }
  return faults
}
