import S3rver from '@20minutes/s3rver'

/**
 * Process of an emulator of S3, s3rver, with its objects in the folder in the arguments. Sends
 * its port to its parent, and ends with it.
 */
const [directory = ''] = process.argv.slice(2)
const emulator = new S3rver({
  ...{ address: '127.0.0.1', port: 0, silent: true, directory },
  // It computes other signatures for buckets than SDK and services; `npm run soak -- s3` runs
  // on a service that checks them.
  allowMismatchedSignatures: true,
})
const { port } = await emulator.run()
process.on('disconnect', () => process.exit())
process.send?.({ port })
