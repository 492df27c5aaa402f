// The only reader of the environment. Plain JavaScript: the bootstrap looks at PORT before anything is installed.

/** Where the shop listens unless HOST and PORT say otherwise: on this machine only. */
export const defaultAddress = { host: '127.0.0.1', port: 3000 }

/** The variables of this process. */
export function processEnvironment() {
  return process.env
}
