import type { Provider } from './description.ts';

/**
 * One table per model line with prompt ranges as rows, one set of tables per region. International prices are in
 * dollars, mainland prices in yuan; the tier of a row names its region.
 */
export const alibaba: Provider = {
  id: 'alibaba',
  hosts: /(^|\.)(alibabacloud\.com|aliyun\.com|aliyuncs\.com)$/,
  brand: /qwen|qwq|qvq|tongyi|通义/i,
  labelFirstLine: true,
  sections: [
    {
      match:
        /\b(vl|omni|ocr|audio|asr|tts|speech|image|video|embedding|rerank|fine-?tun\w*|training|deployment|batch)\b|视觉|音频|语音|图像|视频|向量|部署|调优/i,
      skip: true,
    },
    { match: /international|singapore|国际|新加坡/i, tier: 'International' },
    { match: /chinese mainland|mainland china|beijing|中国内地|北京/i, tier: 'Chinese mainland' },
    { match: /\bglobal\b|全球/i, tier: 'Global' },
    { match: /\bvirginia\b|\bUS\b|美国/, tier: 'US' },
  ],
};
