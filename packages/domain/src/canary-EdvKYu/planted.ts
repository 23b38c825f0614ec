export const plantedForItsTest = 1
export type PlantedType = string
export { default as planted } from 'planted-package'
