// Warns while offline, so that nobody mistakes a cached price for today's.
import { onlineManager } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" data-connection className="pointer-events-none fixed inset-x-0 bottom-0 z-40">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-t border-warn/50 bg-raised px-4 py-2 text-sm font-medium text-warn">
          <WifiOff className="size-4 shrink-0" />
          Sin conexión: ves lo último que guardó este navegador.
        </p>
      )}
    </div>
  )
}
