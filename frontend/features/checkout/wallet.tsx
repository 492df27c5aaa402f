// The provider's wallet button. If it fails, the plain link beside it still works.
import { Wallet } from '@mercadopago/sdk-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTheme } from '#frontend/theme.ts'
import { checkoutLooks } from './checkout-look.ts'
import { walletSdkQuery } from './wallet-sdk.ts'

const PATIENCE_MS = 8000
type Phase = 'loading' | 'starting' | 'ready'

/** Draws the button once the SDK runs; treats eight silent seconds as failure. */
export default function WalletButton({ preferenceId }: { preferenceId: string }) {
  const sdk = useQuery(walletSdkQuery)
  const [isReady, setReady] = useState(false)
  const [failed, setFailed] = useState<Phase>()
  const chosen = useTheme()
  const theme = chosen !== 'system' ? chosen : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  // Keeps these objects stable, since the brick redraws on every new identity.
  const [initialization] = useState({ preferenceId })
  const [events] = useState({
    onReady: () => setReady(true),
    onError: (error: unknown) => {
      console.error('El botón de pago avisó un error.', error)
      if ((error as { type?: string } | null)?.type !== 'non_critical') setFailed('starting')
    },
  })
  const phase = isReady ? 'ready' : sdk.isSuccess ? 'starting' : 'loading'
  const stage = sdk.isError || failed === phase ? 'failed' : phase
  useEffect(() => {
    if (stage === 'ready' || stage === 'failed') return
    const timer = setTimeout(() => {
      console.error('El botón de pago no apareció a tiempo.')
      setFailed(stage)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [stage])
  return (
    <div data-wallet={stage} className="relative min-h-14">
      {(stage === 'starting' || stage === 'ready') && (
        <Wallet initialization={initialization} customization={checkoutLooks[theme]} locale="es-AR" {...events} />
      )}
      {(stage === 'starting' || stage === 'loading') && <Loading />}
      {stage === 'failed' && (
        <p role="status" className="text-sm text-muted">
          No pudimos cargar el botón de Mercado Pago. El enlace de abajo te lleva al mismo pago.
        </p>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="shimmer cut absolute inset-x-0 top-0 h-14" role="status" aria-label="Cargando el botón de pago" />
  )
}
