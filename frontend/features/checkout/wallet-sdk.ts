// The provider's browser SDK, loaded from the server's configured address.
import { initMercadoPago } from '@mercadopago/sdk-react'
import { queryOptions } from '@tanstack/react-query'
import { answered, paymentApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Starts the SDK once a page; a failure can be retried. */
export const walletSdkQuery = queryOptions({
  queryKey: queryKeys.walletSdk,
  queryFn: async () => {
    const { publicKey, scriptUrl } = await answered(paymentApi.config.$get())
    await loadScript(scriptUrl)
    initMercadoPago(publicKey, { locale: 'es-AR' })
    return publicKey
  },
  staleTime: Number.POSITIVE_INFINITY,
  // Unlike other answers a running SDK is not asked for again.
  refetchOnReconnect: true,
})

async function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  const loading = Promise.withResolvers<unknown>()
  Object.assign(script, { src: address, async: true, onload: loading.resolve, onerror: loading.reject })
  document.head.append(script)
  try {
    await loading.promise
    // A script without the SDK would make the React component wait forever.
    if (!('MercadoPago' in window)) throw new Error(`No hay SDK en ${address}`)
  } catch (error) {
    script.remove()
    console.error('No se pudo cargar el botón de pago.', error)
    throw error
  }
}
