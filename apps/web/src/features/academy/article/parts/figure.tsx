import { focusWhileScrollable } from './focus-while-scrollable.ts'

type FigureProps = {
  src: string
  alt: string
  caption: string
  /** Size of the picture in pixels. */
  width: string
  height: string
}

/** Picture with a caption. On phones it is wider than its frame, so that its texts are legible. */
export function Figure({ src, alt, caption, width, height }: FigureProps) {
  return (
    <figure className="figure">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame. */}
      <div className="mat" role="group" aria-label="Figure" ref={focusWhileScrollable}>
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
