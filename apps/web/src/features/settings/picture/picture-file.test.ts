import { expect, test } from 'vitest'
import { startingCrop } from '../../../components/crop/crop.ts'
import { outputSide } from './picture-file.ts'

test('a profile picture is uploaded with the pixels it has, within 512 and 1024', () => {
  const upload = (side: number) => {
    const picture = { width: side, height: side }
    return outputSide(picture, startingCrop(picture))
  }
  expect([100, 700, 4000].map(upload)).toEqual([512, 700, 1024])
})
