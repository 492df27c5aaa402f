// Loads the provider's browser script from the address that the server names.
const pending = new Map<string, Promise<void>>()

/** Resolves once the script has run. A failed load may be tried again. */
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
    // A script that runs without making the SDK would leave the React component waiting for it.
    script.onload = () => ('MercadoPago' in window ? resolve() : fail())
    script.onerror = fail
    document.head.append(script)
  })
  pending.set(address, loading)
  return loading
}
