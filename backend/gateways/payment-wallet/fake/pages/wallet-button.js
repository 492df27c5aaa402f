// Stands in for the provider's browser SDK: of its bricks only the wallet button, as a plain link to the checkout.
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const look = {
    display: 'grid',
    placeItems: 'center',
    minHeight: '56px',
    borderRadius: '12px',
    background: '#0b6fb8',
    color: '#ffffff',
    font: '600 16px/1.2 system-ui, sans-serif',
    textDecoration: 'none',
  }

  async function createWallet(containerId, { initialization, customization, callbacks }) {
    const link = document.createElement('a')
    link.textContent = 'Pagar con Monedero de prueba'
    link.href = `${origin}/checkout/v1/redirect?pref_id=${encodeURIComponent(initialization.preferenceId)}`
    Object.assign(link.style, look)
    const caption = document.createElement('small')
    caption.textContent = 'Modo prueba: no se mueve dinero real'
    const color = customization?.customStyle?.valuePropColor ?? 'inherit'
    Object.assign(caption.style, { display: 'block', marginTop: '8px', textAlign: 'center', color })
    const container = document.getElementById(containerId)
    container.replaceChildren(link, caption)
    callbacks.onReady()
    return { unmount: () => container.replaceChildren() }
  }

  window.MercadoPago = class MercadoPago {
    bricks() {
      return { create: (_brick, containerId, settings) => createWallet(containerId, settings) }
    }
  }
})()
