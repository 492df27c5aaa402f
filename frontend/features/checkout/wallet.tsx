// The provider's wallet button. If it fails, the plain link beside it still works.
import { initMercadoPago, Wallet } from '@mercadopago/sdk-react'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useTheme } from '#frontend/theme.ts'
import { paymentConfigQuery } from './checkout.queries.ts'
import { checkoutLooks } from './checkout-look.ts'
import { loadWalletScript } from './wallet-script.ts'

const PATIENCE_MS = 8000
type Stage = 'loading' | 'starting' | 'ready' | 'failed'
type SetStage = Dispatch<SetStateAction<Stage>>

/** Loads the script, starts the SDK and draws the button; treats eight silent seconds as failure. */
export default function WalletButton({ preferenceId }: { preferenceId: string }) {
  const config = useQuery(paymentConfigQuery)
  const [stage, setStage] = useState<Stage>('loading')
  const chosen = useTheme()
  const theme = chosen !== 'system' ? chosen : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  // Keeps these objects stable, since the brick redraws on every new identity.
  const [initialization] = useState({ preferenceId })
  const [events] = useState({
    onReady: () => setStage('ready'),
    onError: (error: unknown) => {
      console.error('El botón de pago avisó un error.', error)
      const critical = (error as { type?: string } | null)?.type !== 'non_critical'
      setStage((now) => (critical && now !== 'ready' ? 'failed' : now))
    },
  })

  useWalletScript(config.data, setStage)
  usePatience(stage, setStage)
  const failed = stage === 'failed' || config.isError
  return (
    <div data-wallet={stage} className="relative min-h-14">
      {(stage === 'starting' || stage === 'ready') && (
        <Wallet
          initialization={initialization}
          customization={checkoutLooks[theme]}
          locale="es-AR"
          onReady={events.onReady}
          onError={events.onError}
        />
      )}
      {!failed && stage !== 'ready' && <Loading />}
      {failed && (
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

function useWalletScript(config: { publicKey: string; scriptUrl: string } | undefined, setStage: SetStage): void {
  useEffect(() => {
    if (!config) return
    let left = false
    loadWalletScript(config.scriptUrl)
      .then(() => {
        initMercadoPago(config.publicKey, { locale: 'es-AR' })
        if (!left) setStage('starting')
      })
      .catch((error: unknown) => {
        console.error('No se pudo cargar el botón de pago.', error)
        if (!left) setStage('failed')
      })
    return () => {
      left = true
    }
  }, [config, setStage])
}

function usePatience(stage: Stage, setStage: SetStage): void {
  useEffect(() => {
    if (stage === 'ready' || stage === 'failed') return
    const timer = setTimeout(() => {
      console.error('El botón de pago no apareció a tiempo.')
      setStage('failed')
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [stage, setStage])
}
