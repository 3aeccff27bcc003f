import type { Provider } from './description.ts';

/** One table per kind of model; vision models take images and are priced per token. */
export const zai: Provider = {
  id: 'zai',
  hosts: /(^|\.)(z\.ai|bigmodel\.cn)$/,
  brand: /\bglm\b/i,
  expects: ['cachedInput'],
  sections: [
    { match: /^text models|language models|^(文本|语言|旗舰)模型/i, tier: null },
    { match: /^(image|video|audio|built-in|agents)|图像|图片|视频|音频|语音|向量|工具|智能体/i, skip: true },
    { match: /^vision models|^(视觉|多模态)模型/i, tier: 'vision' },
  ],
};
