declare module '@20minutes/s3rver' {
  /** Emulator of S3 that keeps objects in a folder; its only keys are `S3RVER`. */
  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      allowMismatchedSignatures: boolean
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  // biome-ignore lint/style/noDefaultExport: the package's only export.
  export default S3rver
}
