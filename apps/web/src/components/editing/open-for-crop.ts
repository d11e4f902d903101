type CropModule = typeof import('./picture-crop-dialog.tsx')

/** A picture that is being cropped, with the dialog for it. */
export type Cropping = {
  bitmap: ImageBitmap
  name: string
  PictureCropDialog: CropModule['PictureCropDialog']
}

/** Opens the file of this visit, or the stored picture, with the dialog to crop it. */
export async function openForCrop(
  file: File | undefined,
  url: string,
): Promise<Cropping | undefined> {
  try {
    const source = file ?? (await (await fetch(url)).blob())
    const [bitmap, { PictureCropDialog }] = await Promise.all([
      createImageBitmap(source),
      import('./picture-crop-dialog.tsx'),
    ])
    return { bitmap, name: file?.name ?? 'picture.png', PictureCropDialog }
  } catch {
    // The picture stays as it is.
    return undefined
  }
}
