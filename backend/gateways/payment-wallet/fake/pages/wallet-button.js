// Stands in for the provider's browser SDK: of its bricks only the wallet button, as a plain link to the checkout.
;(() => {
  const origin = new URL(document.currentScript.src).origin

  function address(preferenceId) {
    return `${origin}/checkout/v1/redirect?pref_id=${encodeURIComponent(preferenceId)}`
  }

  function link(theme, radius) {
    const anchor = document.createElement('a')
    anchor.textContent = 'Pagar con Monedero de prueba'
    Object.assign(anchor.style, {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      textAlign: 'center',
      minHeight: '48px',
      padding: '0 16px',
      borderRadius: radius ?? '8px',
      background: theme === 'dark' ? '#052e4d' : '#0b6fb8',
      color: '#ffffff',
      font: '600 16px/1.2 system-ui, sans-serif',
      textDecoration: 'none',
    })
    return anchor
  }

  function caption(color) {
    const text = document.createElement('small')
    text.textContent = 'Modo prueba: no se mueve dinero real'
    Object.assign(text.style, { display: 'block', marginTop: '8px', textAlign: 'center', color: color ?? 'inherit' })
    return text
  }

  async function createWallet(containerId, settings) {
    const { initialization = {}, customization = {}, callbacks = {} } = settings
    const container = document.getElementById(containerId)
    if (!container) {
      const message = `No element with id ${containerId}`
      callbacks.onError?.({ type: 'critical', cause: 'container_not_found', message })
      throw new Error(message)
    }
    const { theme, customStyle = {} } = customization
    const anchor = link(theme, customStyle.borderRadius)
    if (initialization.redirectMode === 'blank') Object.assign(anchor, { target: '_blank', rel: 'noopener' })
    if (initialization.preferenceId) {
      anchor.href = address(initialization.preferenceId)
    } else {
      anchor.href = origin
      anchor.addEventListener('click', (event) => {
        event.preventDefault()
        const leave = (preferenceId) => location.assign(address(preferenceId))
        const fail = (cause) =>
          callbacks.onError?.({ type: 'critical', cause: 'no_preference', message: String(cause) })
        Promise.resolve(callbacks.onSubmit?.()).then(leave, fail)
      })
    }
    container.replaceChildren(anchor, ...(customStyle.hideValueProp ? [] : [caption(customStyle.valuePropColor)]))
    callbacks.onReady?.()
    return { unmount: () => container.replaceChildren() }
  }

  window.MercadoPago = class MercadoPago {
    bricks() {
      return {
        create(brick, containerId, settings) {
          if (brick === 'wallet') return createWallet(containerId, settings)
          return Promise.reject(new Error(`Monedero de prueba has no brick ${brick}`))
        },
      }
    }
  }
})()
