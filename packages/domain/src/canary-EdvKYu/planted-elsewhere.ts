export const plantedForTestSupport = 1
