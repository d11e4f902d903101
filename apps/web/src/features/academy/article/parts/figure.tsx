type FigureProps = {
  src: string
  alt: string
  caption: string
  /** Size of the picture in pixels. */
  width: string
  height: string
  /** Drawing for narrow screens, 320 px wide, whose texts stay legible there. */
  narrow?: string
  narrowHeight?: string
}

/** Picture with a caption. */
export function Figure(props: FigureProps) {
  const { src, alt, caption, width, height, narrow, narrowHeight } = props
  return (
    <figure className="figure">
      <picture className="mat">
        {narrow && (
          <source
            media="(max-width: 560px)"
            srcSet={narrow}
            width={320}
            height={narrowHeight}
          />
        )}
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
