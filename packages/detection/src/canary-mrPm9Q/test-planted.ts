export { plantedForTestSupport } from '@tanker/domain/canary-EdvKYu/planted-elsewhere'
