// Seamless backdrop and the satin mirror floor with a soft contact shadow.
import * as THREE from 'three'
import { Reflector } from 'three/addons/objects/Reflector.js'

const GRADIENT = `
  uniform vec2 resolution; uniform vec3 glowA; uniform vec3 glowB;
  float grain(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453) - 0.5; }
  vec3 gradient(vec2 pixel) {
    vec2 p = pixel / resolution;
    vec3 c = vec3(0.0033, 0.0037, 0.0058);
    c += glowA * 0.085 * exp(-6.0 * dot(p - vec2(0.22, 0.62), p - vec2(0.22, 0.62)) * 1.6);
    c += glowB * 0.06 * exp(-6.0 * dot(p - vec2(0.8, 0.58), p - vec2(0.8, 0.58)) * 1.6);
    c += vec3(0.10, 0.11, 0.15) * 0.16 * exp(-9.0 * dot(p - vec2(0.5, 0.55), p - vec2(0.5, 0.55)));
    return c * (1.0 + 0.05 * grain(pixel)) * (0.55 + 0.45 * smoothstep(0.78, 0.3, distance(p, vec2(0.5))));
  }`

const gradientUniforms = (glow, width, height) => ({
  resolution: { value: new THREE.Vector2(width, height) },
  glowA: { value: new THREE.Color(glow[0]) },
  glowB: { value: new THREE.Color(glow[1]) },
})

/** Full-picture gradient behind everything. */
export function backdrop(glow, camera, width, height) {
  const material = new THREE.ShaderMaterial({
    uniforms: gradientUniforms(glow, width, height),
    vertexShader: 'void main() { gl_Position = vec4(position.xy, 1.0, 1.0); }',
    fragmentShader: `${GRADIENT} void main() { gl_FragColor = vec4(gradient(gl_FragCoord.xy), 1.0); }`,
    depthWrite: false,
    depthTest: false,
  })
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material)
  mesh.frustumCulled = false
  // The shader fills the picture wherever the mesh is; for the occlusion pass it must lie far behind the subject.
  mesh.position.copy(camera.position).multiplyScalar(-4)
  mesh.lookAt(camera.position)
  mesh.scale.setScalar(30)
  mesh.renderOrder = -10
  return mesh
}

const REACH = 2.2

/** Renders the subject's distance to the floor from below: near parts are dark, far ones fade. */
function contactMap(renderer, stage) {
  const target = new THREE.WebGLRenderTarget(512, 512)
  const eye = new THREE.OrthographicCamera(-REACH, REACH, REACH, -REACH, 0, 1.2)
  eye.position.set(0, -0.01, 0)
  eye.up.set(0, 0, 1)
  eye.lookAt(0, 1, 0)
  const scene = new THREE.Scene()
  scene.overrideMaterial = new THREE.ShaderMaterial({
    side: THREE.DoubleSide,
    vertexShader:
      'varying float h; void main() { vec4 w = modelMatrix * vec4(position, 1.0); h = w.y; gl_Position = projectionMatrix * viewMatrix * w; }',
    fragmentShader: 'varying float h; void main() { gl_FragColor = vec4(vec3(exp(-h * 5.0)), 1.0); }',
  })
  const parent = stage.parent
  scene.add(stage)
  renderer.setClearColor('#000000', 1)
  renderer.setRenderTarget(target)
  renderer.clear()
  renderer.render(scene, eye)
  renderer.setRenderTarget(null)
  parent.add(stage)
  return target.texture
}

const FLOOR_FRAGMENT = `${GRADIENT}
  uniform vec3 color; uniform sampler2D tDiffuse; uniform sampler2D contact; uniform vec2 toEye; uniform float front; uniform float reach;
  varying vec4 vUv; varying vec3 vWorld;
  void main() {
    vec2 uv = vUv.xy / vUv.w;
    float far = max(0.0, dot(vWorld.xz, toEye) - front);
    float spread = 0.0015 + 0.02 * smoothstep(0.0, 1.3, far);
    vec3 mirror = vec3(0.0); float shade = 0.0; float turn = 6.2831 * grain(gl_FragCoord.xy);
    vec2 ground = vec2(-vWorld.x, vWorld.z) / (2.0 * reach) + 0.5;
    for (int i = 0; i < 40; i++) {
      float k = sqrt((float(i) + 0.5) / 40.0); float a = float(i) * 2.39996 + turn;
      vec2 o = k * vec2(cos(a), sin(a));
      mirror += min(texture2D(tDiffuse, uv + o * spread).rgb, vec3(2.5));
      shade += texture2D(contact, ground + o * 0.035).r;
    }
    mirror /= 40.0; shade /= 40.0;
    float pool = exp(-0.9 * dot(vWorld.xz, vWorld.xz));
    vec3 base = gradient(gl_FragCoord.xy) + vec3(0.020, 0.021, 0.028) * pool;
    base *= 1.0 - 0.9 * shade;
    float fade = exp(-1.5 * far) * color.r * smoothstep(3.0, 1.0, length(vWorld.xz));
    gl_FragColor = vec4(base + mirror * fade, 1.0);
  }`

/** Mirror floor at y = 0 under the stage; must be added after the backdrop. */
export function mirrorFloor({ renderer, stage, camera, glow, width, height }) {
  const contact = contactMap(renderer, stage)
  const toEye = new THREE.Vector2(camera.position.x, camera.position.z).normalize()
  const box = new THREE.Box3().setFromObject(stage)
  const front = Math.max(
    ...[box.min.x, box.max.x].flatMap((x) => [box.min.z, box.max.z].map((z) => 0.55 * (x * toEye.x + z * toEye.y))),
  )
  const floor = new Reflector(new THREE.PlaneGeometry(14, 14), {
    textureWidth: width / 2,
    textureHeight: height / 2,
    color: '#ffffff',
    clipBias: 0.0005,
    multisample: 4,
    shader: {
      name: 'SatinFloor',
      uniforms: {
        color: { value: null },
        tDiffuse: { value: null },
        textureMatrix: { value: null },
        contact: { value: null },
        toEye: { value: toEye },
        front: { value: front },
        reach: { value: REACH },
        ...gradientUniforms(glow, width, height),
      },
      vertexShader: `uniform mat4 textureMatrix; varying vec4 vUv; varying vec3 vWorld;
        void main() { vUv = textureMatrix * vec4(position, 1.0); vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
      fragmentShader: FLOOR_FRAGMENT,
    },
  })
  floor.material.uniforms.color.value = new THREE.Color(0.34, 0.34, 0.34)
  floor.material.uniforms.contact.value = contact
  floor.rotation.x = -Math.PI / 2
  floor.position.y = -0.001
  return floor
}
