// Whether a port can be listened on. Plain JavaScript: the bootstrap asks before anything is installed.
import { createServer } from 'node:net'

const problems = {
  EADDRINUSE: (port) => `El puerto ${port} ya está en uso: hay que cerrar el otro programa o cambiar PORT.`,
  EACCES: (port) => `No hay permiso para escuchar en el puerto ${port}: hay que cambiar PORT.`,
}

/** Rejects with a sentence if `port` of `host` cannot be listened on. */
export async function checkPort(host, port) {
  const probe = createServer()
  try {
    await new Promise((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (cause) {
    const sentence = problems[cause.code]?.(port) ?? 'La dirección de HOST no es de esta máquina.'
    throw new Error(sentence, { cause })
  }
  await new Promise((resolve) => probe.close(resolve))
}
