import { expect, test } from '@playwright/test'
import { unusualPictures } from '../../apps/server/test/unusual-pictures.ts'

test('Chromium shows exactly the pictures that uploads accept', { tag: '@soak' }, async ({
  page,
}) => {
  const pictures = await unusualPictures()
  const files = pictures.map(({ bytes }) => bytes.toString('base64'))
  const shown = await page.evaluate(async (encoded) => {
    const isShown = async (file: string) => {
      const image = new Image()
      image.src = `data:application/octet-stream;base64,${file}`
      // Resolves for a header without pixels too.
      const hasHeader = await image.decode().then(
        () => true,
        () => false,
      )
      const side = 40
      const context = Object.assign(document.createElement('canvas'), {
        ...{ width: side, height: side },
      }).getContext('2d')
      if (hasHeader) context?.drawImage(image, 0, 0, side, side)
      return context?.getImageData(0, 0, side, side).data.some((level) => level > 0)
    }
    return Promise.all(encoded.map(isShown))
  }, files)
  const found = pictures.map(({ what }, place) => [what, shown[place]])
  expect(found).toEqual(pictures.map(({ what, isShown }) => [what, isShown]))
})
