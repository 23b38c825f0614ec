/** People and organisations of the world: the hand-written part. All people and organisations are invented. */
import type { OrganisationRow, PlaceRow, ProductRow } from '../src/world.ts'
import type { Junction } from './road-sketch.ts'

export const organisations: readonly OrganisationRow[] = [
  { name: '苏南油品物流集团', nameEn: 'Sunan Fuel Logistics Group', shortName: '苏南物流', code: '320000', parentCode: null, kind: 'root', phone: '025-00008000', address: '南京市玄武区中山东路1号' },
  { name: '苏运达危化品运输有限公司', nameEn: 'Suyunda Hazmat Transport', shortName: '苏运达', code: '320100', parentCode: '320000', kind: 'carrier', phone: '025-00008100', address: '南京市栖霞区炼油路18号' },
  { name: '江海油品运输有限公司', nameEn: 'Jianghai Fuel Transport', shortName: '江海油运', code: '320500', parentCode: '320000', kind: 'carrier', phone: '0512-00008500', address: '张家港市金港镇长江路66号' },
  { name: '宁镇石油销售公司', nameEn: 'Ningzhen Petroleum Sales', shortName: '宁镇石油', code: '320101', parentCode: '320100', kind: 'customer', phone: '0511-00008101', address: '镇江市润州区南徐大道101号' },
  { name: '常锡能源零售公司', nameEn: 'Changxi Energy Retail', shortName: '常锡能源', code: '320102', parentCode: '320100', kind: 'customer', phone: '0519-00008102', address: '常州市新北区通江大道288号' },
  { name: '东吴加油站管理公司', nameEn: 'Dongwu Filling Stations', shortName: '东吴加油', code: '320501', parentCode: '320500', kind: 'customer', phone: '0512-00008501', address: '苏州市姑苏区人民路520号' },
  { name: '沪通油品零售公司', nameEn: 'Hutong Fuel Retail', shortName: '沪通油品', code: '320502', parentCode: '320500', kind: 'customer', phone: '0513-00008502', address: '南通市崇川区工农路77号' },
  { name: '苏州园林洒水车队', nameEn: 'Suzhou Parks Water Trucks', shortName: '园林洒水', code: '320503', parentCode: '320500', kind: 'customer', phone: '0512-00008503', address: '苏州市吴中区东吴北路9号' },
]

export type PlaceSketch = Omit<PlaceRow, 'status'> & { readonly from: Junction }

const station = (name: string, nameEn: string, shortName: string, code: string, companyCode: string, address: string, lng: number, lat: number, from: Junction): PlaceSketch => ({
  kind: 'station', name, nameEn, shortName, code, companyCode, address, phone: `400000${code}`, lat, lng, contact: null, parkType: null, from,
})

export const places: readonly PlaceSketch[] = [
  { kind: 'depot', name: '南京栖霞山油库', nameEn: 'Qixia Hill Depot', shortName: '栖霞油库', code: '9001', companyCode: '320000', address: '南京市栖霞区新港大道油库路1号', phone: '025-00009001', lat: 32.1585, lng: 118.9862, contact: '周建平', parkType: null, from: 'qixia' },
  { kind: 'depot', name: '张家港长江油库', nameEn: 'Zhangjiagang Yangtze Depot', shortName: '张家港油库', code: '9002', companyCode: '320000', address: '张家港市保税区北京路油库1号', phone: '0512-00009002', lat: 31.9668, lng: 120.4122, contact: '陆海明', parkType: null, from: 'portArea' },
  station('仙林大道加油站', 'Xianlin Avenue Station', '仙林站', '1001', '320101', '南京市栖霞区仙林大道168号', 118.9428, 32.0895, 'xianlin'),
  station('江宁百家湖加油站', 'Baijia Lake Station', '百家湖站', '1002', '320101', '南京市江宁区双龙大道1002号', 118.8312, 31.9262, 'jiangning'),
  station('句容华阳加油站', 'Huayang Station', '华阳站', '1003', '320101', '句容市华阳路56号', 119.1602, 31.9562, 'jurong'),
  station('镇江南徐加油站', 'Nanxu Station', '南徐站', '1004', '320101', '镇江市润州区南徐大道258号', 119.4382, 32.1842, 'zhenjiang'),
  station('丹阳开发区加油站', 'Danyang Development Zone Station', '丹阳站', '1005', '320101', '丹阳市开发区齐梁路33号', 119.5962, 31.9972, 'danyang'),
  station('常州通江加油站', 'Tongjiang Station', '通江站', '2001', '320102', '常州市新北区通江大道512号', 119.9562, 31.8612, 'changzhouNorth'),
  station('常州武进加油站', 'Wujin Station', '武进站', '2002', '320102', '常州市武进区常武路77号', 119.9702, 31.6922, 'changzhouSouth'),
  station('无锡太湖大道加油站', 'Wuxi Taihu Avenue Station', '太湖大道站', '2003', '320102', '无锡市滨湖区太湖大道2188号', 120.3142, 31.5702, 'wuxi'),
  station('江阴澄江加油站', 'Chengjiang Station', '澄江站', '2004', '320102', '江阴市澄江中路120号', 120.2782, 31.9042, 'jiangyin'),
  station('苏州园区星湖加油站', 'Xinghu Station', '星湖站', '3001', '320501', '苏州市工业园区星湖街328号', 120.7252, 31.3102, 'industrialPark'),
  station('苏州新区狮山加油站', 'Shishan Station', '狮山站', '3002', '320501', '苏州市虎丘区狮山路66号', 120.5552, 31.3932, 'suzhouNewArea'),
  station('昆山前进加油站', 'Qianjin Station', '前进站', '3003', '320501', '昆山市前进东路388号', 120.9662, 31.3862, 'kunshan'),
  station('常熟虞山加油站', 'Yushan Station', '虞山站', '3004', '320501', '常熟市海虞北路19号', 120.7322, 31.6602, 'changshu'),
  station('南通工农路加油站', 'Gongnong Road Station', '工农路站', '4001', '320502', '南通市崇川区工农路518号', 120.8642, 31.9842, 'nantong'),
  station('太仓港加油站', 'Taicang Port Station', '太仓港站', '4002', '320502', '太仓市浮桥镇港区大道8号', 121.2042, 31.5952, 'taicangPort'),
  { kind: 'park', name: '沪宁高速芳茂山服务区', nameEn: 'Fangmaoshan Service Area', shortName: '芳茂山服务区', code: '8001', companyCode: '320000', address: '常州市武进区G42高速芳茂山段', phone: '0519-00008001', lat: 31.7585, lng: 120.1092, contact: '钱国强', parkType: 'service-area', from: 'henglin' },
  { kind: 'park', name: '苏运达栖霞停车场', nameEn: 'Suyunda Qixia Park', shortName: '栖霞停车场', code: '8002', companyCode: '320100', address: '南京市栖霞区炼油路20号', phone: '025-00008002', lat: 32.1322, lng: 118.9442, contact: '孙卫东', parkType: 'general', from: 'qixia' },
  { kind: 'park', name: '江海油运港区停车场', nameEn: 'Jianghai Port Park', shortName: '港区停车场', code: '8003', companyCode: '320500', address: '张家港市金港镇长江路68号', phone: '0512-00008003', lat: 31.9472, lng: 120.4432, contact: '顾永昌', parkType: 'general', from: 'portArea' },
  { kind: 'park', name: '苏州园林洒水车场', nameEn: 'Suzhou Parks Water Yard', shortName: '洒水车场', code: '8004', companyCode: '320503', address: '苏州市吴中区东吴北路11号', phone: '0512-00008004', lat: 31.2912, lng: 120.6012, contact: '沈阿根', parkType: 'general', from: 'suzhou' },
  { kind: 'repair', name: '金陵专用车修理厂', nameEn: 'Jinling Special Vehicle Repair', shortName: '金陵修理厂', code: '7001', companyCode: '320100', address: '南京市栖霞区马群街道汽修路5号', phone: '025-00007001', lat: 32.0422, lng: 118.9182, contact: null, parkType: null, from: 'maqun' },
  { kind: 'repair', name: '锡东罐车维修中心', nameEn: 'Xidong Tank Truck Service', shortName: '锡东维修', code: '7002', companyCode: '320500', address: '无锡市锡山区锡东大道301号', phone: '0510-00007002', lat: 31.6192, lng: 120.3832, contact: null, parkType: null, from: 'wuxiEast' },
]

export const products = {
  gasoline92: { oilCode: 92, name: '92号车用汽油', nameEn: 'Gasoline 92', densityKgM3: 735, expansionPerC: 0.0012 },
  gasoline95: { oilCode: 95, name: '95号车用汽油', nameEn: 'Gasoline 95', densityKgM3: 742, expansionPerC: 0.0012 },
  diesel: { oilCode: 0, name: '0号车用柴油', nameEn: 'Diesel 0', densityKgM3: 835, expansionPerC: 0.0008 },
  water: { oilCode: -1, name: '水', nameEn: 'Water', densityKgM3: 998, expansionPerC: 0.0002 },
} as const satisfies Record<string, ProductRow>

export const surnames = ['王', '李', '张', '刘', '陈', '杨', '黄', '赵', '吴', '周', '徐', '孙', '马', '朱', '胡', '郭', '何', '高', '林', '罗', '郑', '梁', '谢', '宋', '唐', '许', '韩', '冯', '邓', '曹', '彭', '曾', '肖', '田', '董', '袁', '潘', '于', '蒋', '蔡', '余', '杜', '叶', '程', '苏', '魏', '吕', '丁', '任', '沈'] as const
export const givenNamesMale = ['建国', '志强', '国华', '海涛', '卫东', '永刚', '明辉', '文斌', '晓峰', '立军', '振华', '家伟', '新民', '春林', '德胜', '长江', '红兵', '俊杰', '云龙', '学文', '广平', '成林', '金宝', '世荣', '正阳'] as const
export const givenNamesFemale = ['秀英', '桂兰', '晓燕', '丽华', '海霞', '雪梅'] as const
export const districts = [
  { city: '南京市', district: '栖霞区', plateLetter: 'A', idPrefix: '320113' },
  { city: '镇江市', district: '润州区', plateLetter: 'L', idPrefix: '321111' },
  { city: '常州市', district: '武进区', plateLetter: 'D', idPrefix: '320412' },
  { city: '无锡市', district: '锡山区', plateLetter: 'B', idPrefix: '320205' },
  { city: '苏州市', district: '虎丘区', plateLetter: 'E', idPrefix: '320505' },
  { city: '南通市', district: '崇川区', plateLetter: 'F', idPrefix: '320613' },
] as const
