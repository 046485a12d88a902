/** Words that hold a question together, with the English ones that phrases of questions are read by; '' for those that say nothing. */
import type { Language } from './content-words.js';

const table: Readonly<Record<Language, string>> = {
  de: `wie=how wo=where wohin=where woher=where was=what wer=who wen=who warum=why wieso=why wann=when welche=which welcher=which welches=which
    wird=is werden=are ist=is sind=are wurde=is die= der= das= den= dem= des= ein= eine= einen= einem= einer= und=and oder=or nicht=not kein=no
    keine=no für=for von=of vom=of mit=with beim=in bei=in im=in zum=to zur=to zu=to auf= an= aus=from nach=after über=about wenn=when
    kann= können= soll= man= ich= er= sie= es= sich= dass= zwischen=between wieder= macht=does gibt= auch= noch= als=as ob=whether eines= erneut=again wurden=were hat= haben= wir= diese= dieser= dieses= diesem= diesen= ohne=without bevor=before vor=before
    durch=by dann=then jede=each jeder=each jedes=each alle=all nur=only schon= dabei= damit= dafür= mehr=more etwas= um= viele=many vielen=many bevor=before ehe=before dort= sein= seine= ihre=`,
  fr: `comment=how où=where ou=or quand=when pourquoi=why qui=who que=what quoi=what quel=which quelle=which quels=which quelles=which
    est=is sont=are le= la= les= un= une= des= du=of de=of et=and dans=in pour=for avec=with sur=on par=by ne= pas=not ce= cette= ces=
    se= il= elle= on= lorsque=when si=if au=to aux=to à= en=in entre=between fait=does quelque= son= sa= ses= après=after avant=before sans=without vers=to depuis=from leur= leurs=`,
  es: `cómo=how como=how dónde=where donde=where cuándo=when cuando=when qué=what que=what quién=who quien=who por= cuál=which cual=which
    es=is son=are está=is están=are se=is el= la= los= las= un= una= del=of de=of y=and o=or en=in para=for con=with no=not al=to a= lo= si=if entre=between su= sus= hace=does muchos=many muchas=many cuántos=many cuántas=many después=after antes=before sin=without desde=from`,
  pt: `como=how onde=where quando=when quem=who que=what qual=which quais=which por= porque=why é=is são=are está=is estão=are se=if o= os= a= as= um= uma=
    do=of dos=of da=of das=of de=of e=and ou=or em=in no=in na=in nos=in nas=in para=for com=with não=not ao=to entre=between faz=does depois=after antes=before sem=without desde=from`,
  it: `come=how dove=where quando=when perché=why chi=who che=what cosa=what quale=which quali=which è=is sono=are viene=is vengono=are si=is il= lo= la=
    gli= le= i= un= una= uno= del=of della=of dello=of dei=of delle=of di=of e=and o=or in=in nel=in nella=in per=for con=with non=not al=to alla=to tra=between fra=between fa=does da=from dopo=after prima=before senza=without`,
  pl: `jak=how gdzie=where kiedy=when dlaczego=why kto=who co=what który=which która=which które=which jest=is są=are się= i=and lub=or w=in we=in na=on
    do=to z=with ze=with dla=for przez=by nie=not od=from po=after między=between pomiędzy=between a=and czy= to= robi=does`,
  ru: `как=how где=where куда=where когда=when почему=why зачем=why кто=who что=what какой=which какая=which какие=which это= и=and или=or в=in во=in на=on
    из=from с=with со=with для=for от=from по=by не=not между=between при=when если=if к=to у= о=about делает=does ли=`,
  zh: `如何=how 怎么=how 怎样=how 哪里=where 在哪=where 哪儿=where 哪个=which 哪些=which 什么=what 谁=who 为什么=why 何时=when 之间=between 和=and 与=and 或=or 的= 是= 在= 被= 了= 吗= 呢= 把= 会= 时= 里= 中= 请= 不=not 没有=not 后=after 之后=after 以后=after 前=before 之前=before 重新=again 再次=again 从=from 到=to 对= 都= 有= 一个= 这个= 那个= 哪些地方=where 什么地方=where 哪个地方=where 什么时候=when 如果=when`,
  ja: `どのように=how どうやって=how どこ=where なぜ=why いつ=when 誰=who 何=what どれ=which と=and は= が= を= に= で= の= か= も= へ= から=from まで=to です= ます= ました= した= する= している= されて= される= され= います= いる= して= ない=not`,
  ko: `어떻게=how 어디=where 어디서=where 어디에=where 어디에서=where 왜=why 언제=when 누가=who 무엇=what 어떤=which 와=and 과=and 은= 는= 이= 가= 을= 를= 에= 에서= 로= 으로= 의= 하나요= 합니까= 되나요= 됩니까= 되는지= 하는지=`,
};

/** Such words that are no English ones, and seldom names in code: two of them tell the language of a question. */
export const tellTale: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  de: setOf(
    'wie wo wohin woher warum wieso wann welche welcher welches wird werden ist sind wurde das ein eine einen einem einer und oder nicht kein keine für von vom mit beim zum zur über wenn können soll ich sich zwischen auf wer',
  ),
  fr: setOf('où quand pourquoi qui quelle quelles quels est sont les une des dans pour avec lorsque cette aux un du le la entre'),
  es: setOf('cómo dónde cuándo qué quién cuál por está están los las un una para con donde cuando quien el la entre'),
  pt: setOf('onde quando quem qual quais é são está estão uma dos não para em como entre'),
  it: setOf('dove quando perché chi quale quali è sono viene vengono gli della dello delle nel nella un una cosa il che tra la di le dei'),
  pl: setOf('jak gdzie kiedy dlaczego kto który która które jest są się dla przez nie między czy'),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The words of a language and their English ones. */
export function functionWordsOf(language: Language): ReadonlyMap<string, string> {
  const entries = table[language].split(/\s+/).filter(Boolean);
  return new Map(entries.map((entry) => entry.split('=') as [string, string]));
}
