// Loads the provider's browser script from the server's configured address.
const pending = new Map<string, Promise<void>>()

/** Resolves once the script has run. A failed load can be retried. */
export function loadWalletScript(address: string): Promise<void> {
  const known = pending.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    const fail = () => {
      pending.delete(address)
      script.remove()
      reject(new Error(`No se pudo cargar ${address}`))
    }
    // A script without the SDK would make the React component wait forever.
    script.onload = () => ('MercadoPago' in window ? resolve() : fail())
    script.onerror = fail
    document.head.append(script)
  })
  pending.set(address, loading)
  return loading
}
