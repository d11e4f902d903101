import type { Readable } from 'node:stream'
import { Problem } from '@platemark/api/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: merging needs an interface
  interface FastifyInstance {
    /** Instance to which routes with large JSON bodies are added. */
    largeBodies: FastifyInstance
    /** Instance to which routes with bodies of bytes are added. */
    binaryBodies: FastifyInstance
  }
}

/**
 * Registers child instances whose bodies are not parsed: of JSON, because a large one would
 * block every other request of the process, and of bytes.
 */
export async function addLargeBodies(app: FastifyInstance): Promise<void> {
  for (const [name, type] of [
    ['largeBodies', 'application/json'],
    ['binaryBodies', 'application/octet-stream'],
  ] as const) {
    await app.register(async (child) => {
      child.removeAllContentTypeParsers()
      child.addContentTypeParser(type, (_request: unknown, body: Readable, done) =>
        done(null, body),
      )
      app.decorate(name, child)
    })
  }
}

/**
 * Reads the body of a route of `largeBodies` or `binaryBodies`. Throws `file_too_large` above `maxBytes`,
 * and `bad_request` without a body or where it breaks off.
 */
export async function readBytes(
  request: FastifyRequest,
  maxBytes: number,
): Promise<Buffer> {
  // Safe: the parser above passes the stream of the body, or nothing without one.
  const stream = request.body as Readable | undefined
  if (!stream) throw new Problem('bad_request')
  return new Promise((resolve, reject) => {
    let body: ReturnType<typeof reserve> | undefined = reserve(
      boundedBytes(request, maxBytes),
    )
    // Its place is given back now, but the listeners below stay as long as the sender goes on.
    const refuse = (problem: Problem) => {
      body = undefined
      reject(problem)
    }
    stream.on('data', (chunk: Buffer) => {
      // Read on without keeping it, so that the client receives the response.
      if (body?.add(chunk) === false) refuse(tooLarge())
    })
    stream.once('end', () => body && resolve(body.read()))
    const breakOff = (cause?: Error) =>
      refuse(new Problem('bad_request', undefined, { cause }))
    stream.once('error', breakOff)
    stream.once('close', breakOff)
  })
}

/**
 * Reserves one buffer for bytes that arrive in chunks, so that a body is never held twice;
 * the system gives it memory only as it is filled. `add` returns false for a chunk that
 * does not fit, and keeps nothing of it.
 */
export function reserve(maxBytes: number) {
  const bytes = Buffer.allocUnsafeSlow(maxBytes)
  let size = 0
  return {
    add(chunk: Uint8Array): boolean {
      if (size + chunk.length > maxBytes) return false
      bytes.set(chunk, size)
      size += chunk.length
      return true
    },
    read: (): Buffer => bytes.subarray(0, size),
  }
}

/** Returns the bytes that a body can have: those its headers declare, at most `maxBytes`. */
export function boundedBytes({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes
  return Math.min(maxBytes, Number(headers['content-length'] ?? 0))
}

/** Throws `file_too_large` if the headers declare more than `maxBytes`. */
export function refuseLarge({ headers }: FastifyRequest, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
}

function tooLarge(): Problem {
  return new Problem('file_too_large', 'The request is too large.')
}
