// The only reader of the environment. Plain JavaScript: the bootstrap looks at PORT before anything is installed.

/** Listens on this machine only, unless HOST and PORT say otherwise. */
export const defaultAddress = { host: '127.0.0.1', port: 3000 }

export function processEnvironment() {
  return process.env
}
