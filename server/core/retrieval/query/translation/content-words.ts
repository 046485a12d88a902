/**
 * Words of questions about code in ten languages and in English: one line a meaning. Where a word is inflected its stem stands with a star;
 * several words are separated by commas. Chinese and Japanese words are found within a text, Korean ones by their beginning.
 */
export const languages = ['de', 'fr', 'es', 'pt', 'it', 'pl', 'ru', 'zh', 'ja', 'ko'] as const;
export type Language = (typeof languages)[number];

/** English | German | French | Spanish | Portuguese | Italian | Polish | Russian | Chinese | Japanese | Korean */
export const contentWords = `
created|erstell*,erzeug*,angelegt,anlegen|cré*,cree*|crea*,creado|cria*,criado|crea*|tworz*,utworz*|созда*|创建,建立,新建|作成,生成|생성,만들
deleted|lösch*,gelöscht,loesch*,geloescht|supprim*,effac*|elimin*,borra*|exclu*,apaga*,delet*|elimin*,cancell*|usuw*,usuń*,usun*,kasow*|удал*|删除|削除|삭제
removed|entfern*|retir*,enlev*|quita*,remov*,remuev*|remov*|rimoss*,rimuov*|usuwan*|убира*,убран*|移除,去除|除去|제거
updated|aktualisier*|mis à jour,met à jour|actualiz*|atualiz*|aggiorn*|aktualiz*|обновл*,обнови*|更新|更新|업데이트,갱신
changed|änder*,geändert,aender*,geaendert|modifi*,chang*|cambia*,modific*|mud*,alter*,modific*|cambi*,modific*|zmieni*,zmian*|измен*|修改,更改,改变|変更|변경,수정
added|hinzu*|ajout*|agreg*,añad*|adicion*|aggiun*|doda*|добав*|添加,增加|追加|추가
read|gelesen,lesen,liest,einles*|lu,lit,lire,lus,lecture|lee,leer,leído*,lectura|lê,ler,lido*,leitura|legge*,letto,lettura|czyta*,odczyt*|чита*,прочита*|读取|読み込*,読む,読み取*|읽
written|geschrieben,schreib*,schreibt|écri*,ecri*|escrib*,escrit*|escrev*,escrit*|scriv*,scritt*|pisa*,zapis*|пиш*,запис*,напис*|写入|書き込*,書く|쓰기,작성
loaded|geladen,laden,lädt|charg*|carga*|carreg*|caric*|ładow*,wczyt*|загруж*,загруз*|加载,载入|ロード|로드,불러
saved|gespeichert,speicher*|enregistr*,sauvegard*|guard*,almacen*|salv*,armazen*|salva*,memorizz*|zapisan*,zapisyw*|сохран*|保存|保存|저장
opened|geöffnet,öffn*|ouv*|abr*,abiert*|abr*,abert*|apert*,apri*,apre*|otwier*,otwart*|откры*|打开|開く,開か*|열
closed|geschlossen,schließ*,schliess*|ferm*|cierr*,cerra*|fech*|chius*,chiud*|zamyk*,zamkn*|закры*|关闭|閉じ*|닫
started|gestartet,start*|démarr*,demarr*,lanc*|inici*,arranc*|inici*|avvia*|uruchami*,uruchom*|запуск*,запуст*|启动|起動,開始|시작
stopped|gestoppt,stopp*,beendet,beend*,angehalten|arrêt*,arret*|det*n*,parar,para*|parar,parad*|ferma*,arrest*|zatrzym*|останов*,остан*|停止|停止|중지,정지
executed|ausgeführt,ausführ*|exécut*,execut*|ejecut*|execut*|esegu*|wykon*|выполн*,исполн*|执行,运行|実行|실행
calls|ruft,aufruf*,aufgerufen,rufen|appel*|llama*|chama*|chiam*|wywoł*,wywol*|вызыва*,вызов*|调用|呼び出*|호출
used|verwend*,benutz*,genutzt|utilis*|usa,usado*,usan,utiliz*|usad*,utiliz*|usat*,utilizz*|używ*,uzyw*|использ*|使用,用到|使用,使わ*,使う|사용
defined|definier*|défini*,defini*|defin*|defin*|defin*|zdefiniow*,definiow*|определ*,определён*|定义|定義|정의
implemented|implementier*,umgesetzt|implément*,implement*|implement*|implement*|implement*|zaimplement*,implement*|реализ*|实现|実装|구현
validated|validier*|valid*|valid*|valid*|valid*,convalid*|waliduj*,walid*|валид*|校验,验证|検証|검증
checked|prüf*,geprüft,pruef*,geprueft,überprüf*,kontroll*|vérifi*,verifi*,contrôl*|comprueb*,comprob*,verific*|verific*|controll*,verific*|sprawdz*|провер*|检查|確認,チェック|확인,검사
parsed|geparst,parst|analys*|analiz*|analis*|analizz*|parsow*|разбир*,парс*|解析|解析,パース|파싱,분석
converted|umgewandelt,umwand*,konvertier*,wandelt|convert*|conviert*,convert*|convert*|convert*|konwert*,przekszt*|преобраз*,конверт*|转换|変換|변환
computed|berechn*|calcul*|calcul*|calcul*|calcol*|oblicz*|вычисл*,рассчит*|计算|計算|계산
counted|gezählt,zähl*|compt*|cuent*,conta*|conta*|conta*|licz*|счита*,подсч*|计数,统计|数え*,カウント|세는,카운트
sorted|sortier*|tri*,trié*|orden*|orden*|ordin*|sortow*|сортир*|排序|ソート,並べ替*|정렬
searched|gesucht,such*|cherch*,recherch*|busc*|busc*,procur*|cerca*,ricerc*|szuk*,wyszuk*|иск*,поиск*,ищ*|搜索,查找|検索|검색
found|gefunden,find*|trouv*|encuentr*,encontr*|encontr*|trova*|znajd*,znalez*|найд*,наход*|找到|見つ*|찾
filtered|gefiltert,filter*|filtr*|filtr*|filtr*|filtr*|filtr*|фильтр*|过滤|フィルタ*|필터
sent|gesendet,send*,verschick*,geschickt|envoy*|enví*,envi*|envi*|invia*|wysył*,wysła*,wysyl*|отправ*,посыл*|发送|送信|전송,보내
received|empfang*,erhält|reçu*,reçoi*,recev*|recib*|receb*|ricev*|odbier*,otrzym*|получ*,прин*|接收|受信|수신,받
connection|verbind*|conn*|conex*,conect*|conex*,conect*|conness*|połącz*,polacz*|соедин*,подключ*|连接|接続|연결
request|anfrage*|requête*,requete*,demande*|petici*,solicitud*|requisi*,pedido*,solicit*|richiest*|żąda*,zapyt*|запрос*|请求|リクエスト,要求|요청
response|antwort*|réponse*,reponse*|respuesta*|respost*|rispost*|odpowied*|ответ*|响应|レスポンス,応答|응답
error|fehler*|erreur*|error*|erro*|error*,errore*|błąd*,błęd*,blad*|ошиб*|错误,报错|エラー|오류,에러
exception|ausnahme*|exception*|excepci*|exceç*|eccezion*|wyjąt*,wyjat*|исключ*|异常|例外|예외
message|nachricht*,meldung*|message*|mensaje*|mensage*|messagg*|wiadom*,komunikat*|сообщ*|消息,信息|メッセージ|메시지
file|datei*|fichier*|archivo*,fichero*|arquivo*,ficheiro*|file*|plik*|файл*|文件|ファイル|파일
folder|ordner*,verzeichnis*|dossier*,répertoire*|carpeta*,directorio*|pasta*,diretório*|cartell*|folder*,katalog*|папк*,каталог*|文件夹,目录|フォルダ*,ディレクトリ|폴더,디렉터리
path|pfad*|chemin*|ruta*|caminho*|percors*|ścież*,sciez*|пут*|路径|パス|경로
user|benutzer*,nutzer*,anwender*|utilisateur*|usuario*|usuário*,usuario*|utent*|użytkown*,uzytkown*|пользоват*|用户|ユーザ*|사용자
password|passwort*,kennwort*|mot de passe,mots de passe|contraseña*|senha*|password*|hasł*,haslo*|парол*|密码|パスワード|비밀번호
key|schlüssel*,schluessel*|clé*,clef*|clave*|chave*|chiav*|klucz*|ключ*|密钥,键|キー,鍵|키
value|wert,werte,werten,wertes|valeur*|valor*|valor*|valor*|wartoś*,wartos*|значен*|值|値|값
list|liste*|liste*|lista*|lista*|list*,elenc*|list*|списо*,списк*|列表|リスト,一覧|목록
table|tabelle*|table*,tableau*|tabla*|tabela*|tabell*|tabel*|таблиц*|表格|テーブル|테이블
database|datenbank*|base de données,bases de données|base de datos|banco de dados|database*|bazy danych,baza danych,bazie danych|база данных,базы данных,базе данных,базу данных|数据库|データベース|데이터베이스
query|abfrage*|requête*|consulta*|consulta*|interrog*|zapytani*|запрос*|查询|クエリ|쿼리
memory|speicher,arbeitsspeicher*|mémoire*,memoire*|memoria*|memória*|memoria*|pamię*,pamie*|памят*|内存|メモリ|메모리
size|größe*,groesse*|taille*|tamaño*|tamanho*|dimension*|rozmiar*|размер*|大小|サイズ|크기
number|anzahl,nummer*,zahl*|nombre*,numéro*|número*|número*,numero*|numer*|liczb*,numer*|числ*,номер*,количеств*|数量,数字|数,番号|수,번호
maximum|maximal*,höchst*|maxim*|máxim*,maxim*|máxim*|massim*|maksym*|максим*|最大|最大|최대
minimum|minimal*,mindest*|minim*|mínim*,minim*|mínim*|minim*|minim*|минимал*|最小|最小|최소
limit|grenze*,begrenz*|limite*,limité*|límite*,limita*|limite*,limita*|limit*|limit*,ograni*|огранич*,лимит*|限制|制限|제한
default|standard*,vorgabe*|défaut,defaut|predeterminad*,defecto|padrão*,padrao*|predefinit*|domyśl*,domysl*|умолчан*|默认|デフォルト,既定|기본
settings|einstellung*|paramètre*,réglage*|configurac*,ajuste*|configura*|impostaz*|ustawie*|настро*|设置|設定|설정
configuration|konfigur*|configur*|configur*|configur*|configur*|konfigur*|конфигур*|配置|構成|구성
option|option*|option*|opci*|opç*|opzion*|opcj*|опци*|选项|オプション|옵션
test|test*|test*|prueba*|teste*|test*|test*|тест*|测试|テスト|테스트
log|protokoll*|journal*|registr*|registr*|registr*|dziennik*|журнал*,лог,логи*|日志|ログ|로그
time|zeit*,uhrzeit*|temps,heure*|tiempo*,hora*|tempo*,hora*|tempo,ora|czas*|врем*|时间|時間|시간
expired|abgelaufen,läuft,ablauf*|expir*|expir*,caduc*|expir*|scad*|wygas*|истек*,истёк*|过期,超时|期限切れ,タイムアウト|만료
retried|wiederhol*|réessay*,retent*|reintent*|retenta*,repet*|riprov*,ripet*|ponaw*,ponow*|повтор*|重试|再試行,リトライ|재시도
waits|wart*,wartet|attend*,attent*|esper*|esper*,aguard*|attend*,aspett*|czek*|жд*,ожид*|等待|待つ,待機|대기,기다
locked|gesperrt,sperr*|verrou*|bloque*|bloque*|blocc*|blokow*,zablok*|блокир*|锁定,锁|ロック|잠금
queue|warteschlange*|file d'attente|cola*|fila*|coda*|kolej*|очеред*|队列|キュー|큐,대기열
event|ereignis*|évén*,even*|evento*|evento*|event*|zdarze*|событ*|事件|イベント|이벤트
network|netzwerk*|réseau*|red|rede*|rete*|sieć*,siec*|сет*|网络|ネットワーク|네트워크
address|adresse*|adresse*|direcci*|endereço*|indirizz*|adres*|адрес*|地址|アドレス|주소
page|seite*|page*|página*|página*|pagin*|stron*|страниц*|页面|ページ|페이지
button|knopf,schaltfläche*|bouton*|botón*,boton*|botão*|pulsant*,bottone*|przycisk*|кнопк*|按钮|ボタン|버튼
window|fenster*|fenêtre*|ventana*|janela*|finestr*|okn*|окн*|窗口|ウィンドウ|창
image|bild,bilder*|image*|imagen*|imagem,imagens|immagin*|obraz*|изображ*|图片,图像|画像|이미지
color|farbe*|couleur*|color*|cor,cores|color*|kolor*|цвет*|颜色|色|색상
text|text*|texte*|texto*|texto*|test*|tekst*|текст*|文本|テキスト|텍스트
line|zeile*|ligne*|línea*|linha*|righ*,riga|lini*,wiersz*|строк*|行|行|줄
character|zeichen*|caractère*|carácter*,caracter*|caractere*|caratter*|znak*|символ*|字符|文字|문자
name|name*|nom,noms|nombre*|nome*|nome*,nomi|nazw*|имя,имен*|名称,名字|名前|이름
type|typ,typen|type*|tipo*|tipo*|tipo*,tipi|typ*|тип*|类型|型,タイプ|타입,유형
class|klasse*|classe*|clase*|classe*|class*|klas*|класс*|类|クラス|클래스
function|funktion*|fonction*|funci*|funç*|funzion*|funkcj*|функци*|函数|関数|함수
method|methode*|méthode*|método*|método*|metod*|metod*|метод*|方法|メソッド|메서드
variable|variable*|variable*|variable*|variáve*|variabil*|zmienn*|переменн*|变量|変数|변수
module|modul*|module*|módulo*|módulo*|modul*|moduł*|модул*|模块|モジュール|모듈
package|paket*|paquet*|paquete*|pacote*|pacchett*|pakiet*|пакет*|包|パッケージ|패키지
document|dokument*|document*|documento*|documento*|document*|dokument*|документ*|文档|ドキュメント,文書|문서
login|anmeld*,einlogg*|connexion*,authentifi*|login*|login*|access*,login*|logow*,zalogow*|вход*,логин*|登录|ログイン|로그인
permission|berechtigung*,rechte|permission*,droit*,autoris*|permiso*|permiss*|permess*|uprawnie*|прав*,разреш*|权限|権限|권한
authentication|authentifizier*|authentif*|autentic*|autentic*|autentic*|uwierzyteln*|аутентиф*|认证,鉴权|認証|인증
encrypted|verschlüssel*|chiffr*|cifr*,encript*|criptograf*,cifr*|cifra*,crittograf*|szyfr*|шифр*,зашифр*|加密|暗号化|암호화
compressed|komprimier*|compress*|comprim*|comprim*|compress*|kompres*|сжат*,сжим*|压缩|圧縮|압축
uploaded|hochgelad*,hochlad*|téléverse*,upload*|subi*,sube*|envi*|caric*|przesył*,wgr*|загру*|上传|アップロード|업로드
downloaded|heruntergel*,herunterl*|télécharg*|descarg*|baix*,descarreg*|scaric*|pobier*,pobran*|скач*|下载|ダウンロード|다운로드
imported|importier*|import*|import*|import*|import*|import*|импорт*|导入|インポート|가져오
exported|exportier*|export*|export*|export*|esport*|eksport*|экспорт*|导出|エクスポート|내보내
shown|gezeigt,zeig*,angezeigt,anzeig*|affich*,montr*|muestr*,mostr*|mostr*,exib*|mostr*,visualizz*|wyświetl*,pokaz*|показ*,отображ*|显示|表示|표시
printed|ausgegeben,ausgabe,gedruckt,drucken|imprim*|imprim*|imprim*|stamp*|drukow*,wypis*|печат*,вывод*|打印,输出|出力,印刷|출력
drawn|gezeichnet,zeichnet,zeichnen|dessin*|dibuj*|desenh*|disegn*|rysow*,rysuj*|рис*|绘制|描画|그리
rendered|gerendert|rendu,rend*|renderiz*|renderiz*|render*|renderow*|рендер*|渲染|レンダリング|렌더링
formatted|formatier*|format*|format*|format*|formatt*|formatow*|формат*|格式化|フォーマット|포맷
copied|kopier*|copi*|copi*|copi*|copi*|kopiow*|копир*|复制|コピー|복사
moved|verschob*,verschieb*|déplac*|muev*,mover,movid*|mov*|spost*,sposta*|przenos*,przenie*|перемещ*|移动|移動|이동
renamed|umbenenn*,umbenannt|renomm*|renombr*|renome*|rinomin*|zmiana nazwy|переимен*|重命名|名前を変更|이름 변경
split|geteilt,teilt,aufgeteilt,aufteil*|divis*,sépar*|divid*|divid*|divid*,divis*|dziel*,podziel*|раздел*,разбив*|拆分,分割|分割|분할
merged|zusammengeführt,zusammenführ*,zusammengefasst|fusionn*|fusion*,combin*|mescl*,combin*|unisc*,fus*|łącz*,scal*|объедин*|合并|マージ,結合|병합
compared|vergl*,verglichen|compar*|compar*|compar*|confront*|porówn*|сравн*|比较|比較|비교
difference|unterschied*|différence*,difference*|diferencia*|diferença*|differenz*|różnic*,roznic*|разниц*,отлич*|区别,差异|違い|차이
empty|leer,leere*|vide*|vací*,vaci*|vazi*|vuot*|pust*|пуст*|空的|空|비어,빈
missing|fehlt,fehlen*|manqu*|falta*|falta*|manca*|brak*|отсутств*|缺少,缺失|不足,欠け*|누락
handled|behandel*,verarbeit*|trait*,gér*|manej*,proces*|trat*,process*|gestit*,gestisc*|obsług*,przetwarz*|обраб*|处理|処理|처리
happens|passier*,geschieht|passe,arrive*|ocurr*,pasa,sucede*|acontec*|succed*,accad*|dzieje,dziej*|происход*,случа*|发生|起こ*,起き*|발생
returned|zurückgegeben,zurückgib*,gibt zurück|renvoi*,renvoy*,retourn*|devuel*,retorn*|devolv*,retorn*|restitu*,ritorn*|zwrac*,zwroc*|возвращ*|返回|返す,戻り*|반환
thrown|geworfen,wirft|lev*,lanc*|lanza*|lança*|lancia*|rzuc*|выбрас*,бросает*|抛出|投げ*,スロー|던지
registered|registrier*|enregistr*|registr*|registr*|registr*|rejestr*|регистр*|注册|登録|등록
initialized|initialisier*|initialis*|inicializ*|inicializ*|inizializz*|inicjal*|инициал*|初始化|初期化|초기화
failed|fehlgeschlagen*,scheiter*,fehlschl*|échou*,echou*|fall*|falh*|fallisc*,fallit*|nie udało,zawod*|сбо*,неудач*|失败|失敗|실패
duplicate|doppel*,dupliz*|doublon*,dupliq*|duplic*|duplic*|duplic*,doppi*|duplik*,podwój*|дубл*|重复|重複|중복
task|aufgabe*|tâche*|tarea*|tarefa*|attivit*,compit*|zadani*,zadań*|задач*|任务|タスク|작업
scheduled|geplant,planer|planifi*|program*,planific*|agend*|pianific*|harmonogr*,zaplanow*|расписан*,заплан*|调度,定时|スケジュール|예약,스케줄
backup|sicherung*,datensicherung*|sauvegarde*|respaldo*|cópia*|backup*|kopia zapasowa,kopię zapasową|резервн*|备份|バックアップ|백업
order|bestellung*,reihenfolge*|commande*,ordre*|pedido*,orden|pedido*,ordem|ordin*|zamówie*,kolejnoś*|заказ*,порядо*|订单,顺序|注文,順序|주문,순서
payment|zahlung*|paiement*|pago*|pagament*|pagament*|płatnoś*|оплат*,платеж*|支付|支払*,決済|결제
customer|kunde*|client*|cliente*|cliente*|client*|klient*|клиент*|客户|顧客|고객
notification|benachricht*|notification*|notific*|notific*|notific*|powiadom*|уведом*|通知|通知|알림
redirected|umgeleitet,weiterleit*,umleit*,weitergeleitet|redirig*,redirect*|redirig*,redirec*|redirec*|reindirizz*|przekier*|перенаправ*|重定向|リダイレクト|리디렉션
input|eingabe*|entrée*,saisie*|entrada*|entrada*|inserim*,ingress*|wejśc*,dane wejściowe|ввод*|输入|入力|입력
background|hintergrund*|arrière-plan|fondo*|fundo*|sfond*|tło,tle|фон*|背景,后台|背景,バックグラウンド|배경,백그라운드
language|sprache*|langue*,langage*|idioma*,lenguaje*|idioma*,linguagem|lingu*|język*|язык*|语言|言語|언어
certificate|zertifikat*|certificat*|certificad*|certificad*|certificat*|certyfikat*|сертификат*|证书|証明書|인증서
works|funktionier*|fonctionn*|funciona,funcionan|funciona,funcionam|funziona,funzionano|działa*|работа*|工作,运作|動作,動く|작동,동작
snapshot|schnappsch*|instantané*|instantánea*|instantâneo*|istantanea*|migawk*|снимок,снимк*|快照|スナップショット|스냅샷
temporary|temporär*|temporair*|temporal*|temporári*|temporane*|tymczasow*|временн*|临时|一時|임시
transaction|transaktion*|transaction*|transacci*|transaç*|transazion*|transakcj*|транзакц*|事务|トランザクション|트랜잭션
field|feld,felder*|champ*|campo*|campo*|camp*|pole,pola|поле,поля|字段|フィールド|필드
column|spalte*|colonne*|columna*|coluna*|colonn*|kolumn*|столб*,колонк*|列|カラム|컬럼
session|sitzung*|session*|sesión*,sesion*|sessão,sessões|session*|sesj*|сесси*|会话|セッション|세션
service|dienst*|service*|servicio*|serviço*|servizi*|usług*|сервис*,служб*|服务|サービス|서비스
server|server*|serveur*|servidor*|servidor*|server*|serwer*|сервер*|服务器|サーバ*|서버
object|objekt*|objet*|objeto*|objeto*|oggett*|obiekt*|объект*|对象|オブジェクト|객체
string|zeichenkette*|chaîne*|cadena*|cadeia*|stringa,stringhe|łańcuch*|стринг*|字符串|文字列|문자열
comment|kommentar*|commentaire*|comentario*|comentário*|commento,commenti|komentarz*|коммент*|注释|コメント|주석
result|ergebnis*,resultat*|résultat*|resultado*|resultado*|risultat*|wynik*|результат*|结果|結果|결과
batch|stapel*|lot,lots|lote*|lote*|lott*,batch*|partia,partii,wsad*|парти*|批次,批量|バッチ|배치,일괄
hits|treffer*|résultat*|coincidenc*|acerto*|occorrenz*|trafie*|попадан*,совпад*|命中|ヒット|적중
decided|entschieden,entscheid*|décid*|decid*|decid*|decis*,decid*|decyd*,zdecyd*|реша*,решен*,решён*|决定|決定,決め*|결정
cached|zwischengespeichert,zwischenspeicher*,gecacht|mis en cache,mise en cache|cachea*,caché|em cache|in cache|buforow*|кэш*,кеш*|缓存|キャッシュ|캐시
buffered|gepuffert,puffer*|tampon*|búfer*,bufer*|buffer*|buffer*|bufor*|буфер*|缓冲|バッファ|버퍼
streamed|gestreamt,streamt|diffus*|transmit*|transmit*|trasmett*,trasmess*|strumieni*|поток*,стрим*|流式|ストリーム|스트림
content|inhalt*|contenu*|contenido*|conteúdo*|contenut*|zawarto*,treś*|содержим*,контент*|内容|内容,コンテンツ|내용,콘텐츠
large|groß,großer,großes,große,großen,gross|grand,grande,gros|grande,grandes|grande,grandes|grande,grandi|duży,duże,duża,wielk*|больш*,крупн*|太大,过大|大き*|큰,크기가
ignored|ignorier*|ignor*|ignor*|ignor*|ignor*|ignorow*,pomij*|игнор*|忽略|無視|무시
replaced|ersetz*|remplac*|reemplaz*,sustitu*|substitu*|sostitu*|zastęp*,zamien*|замен*|替换|置換,置き換*|교체,대체
cancelled|abgebrochen,abbrech*,bricht*|annul*|cancel*,anul*|cancel*|annull*|anulow*|отмен*|取消|キャンセル,取り消*|취소
rule|regel*|règle*|regla*|regra*|regol*|reguł*|правил*|规则|ルール,規則|규칙
word|wort,wörter*,worte|mot,mots|palabra*|palavra*|parola,parole|słow*,wyraz*|слов*|单词|単語|단어
allowed|erlaubt,erlaub*,zugelassen,zulässig*|autoris*|permit*|permit*|consent*|dozwol*,pozwal*|допуск*|允许|許可,許さ*|허용
prevented|verhinder*|empêch*|impid*,imped*|imped*|imped*|zapobieg*|предотвра*|阻止,防止|防止,防ぐ|방지
priority|priorit*|priorit*|priorid*|priorid*|priorit*|priorytet*|приоритет*|优先|優先|우선
process|prozess*|processus|proceso,procesos|processo,processos|processo,processi|procesu,procesy|процесс*|进程|プロセス|프로세스
state|zustand*|état*|estado*|estado*|stato,stati|stan,stanu|состоян*|状态|状態|상태
step|schritt*|étape*|paso,pasos|passo,passos|passo,passi|krok*|шаг*|步骤|ステップ,手順|단계
enabled|aktivier*|activ*|activ*,habilit*|ativ*,habilit*|attiv*,abilit*|włącz*,wlacz*|включ*|启用|有効*|활성화
disabled|deaktivier*|désactiv*,desactiv*|desactiv*,deshabilit*|desativ*,desabilit*|disattiv*,disabilit*|wyłącz*,wylacz*|отключ*,выключ*|禁用|無効*|비활성화
access|zugriff*,zugang*|accès|acceso*|acesso*|accesso|dostęp*,dostep*|доступ*|访问|アクセス|접근,액세스
reached|erreicht*|atteint*|alcanz*|atingid*,alcanç*|raggiun*|osiągn*|достиг*|达到|達する,達した|도달
cleaned|aufgeräumt,aufräum*,bereinig*|nettoy*|limpi*|limp*|puli*|czyszcz*,wyczyść*|очист*,очищ*|清理|クリーン*|정리
restarted|neustart*,neugestartet|redémarr*,redemarr*|reinici*|reinici*|riavvi*|ponown*|перезапус*|重启|再起動|재시작
skipped|übersprungen,überspring*|sauté*|omit*|pulad*|saltat*|pomij*,pomin*|пропус*|跳过|スキップ|건너뛰
shared|gemeinsam*|partag*|compart*|compartilh*|condivi*|współdziel*,udostępn*|общ*|共享|共有|공유
too large|zu groß,zu gross|trop grand,trop grande|demasiado grande,muy grande|grande demais,muito grande|troppo grande|za duży,zbyt duży|слишком большой,слишком большая|太大,过大|大きすぎ|너무 큰,너무 크
clipboard|zwischenablage*|presse-papiers|portapapeles|área de transferência|appunti|schowek,schowka,schowku|буфер обмена,буфера обмена|剪贴板|クリップボード|클립보드
screen|bildschirm*|écran*|pantalla*|tela,telas|schermo,schermi,schermata|ekran*|экран*|屏幕|画面,スクリーン|화면
inserted|einfüg*,eingefügt|insér*|insert*|inser*|inser*|wstaw*|встав*|插入|挿入|삽입
several|mehrere*|plusieurs|varios,varias|vários,várias|diversi,diverse|kilka,wiele|несколько,нескольких|多个|複数|여러
timeout|zeitüberschreitung*|délai*,delai*|tiempo de espera|tempo limite|scadenza,scadenze|limit czasu|таймаут*|超时|タイムアウト|타임아웃
key|taste,tasten|touche,touches|tecla*|tecla*|tasto,tasti|klawisz*|клавиш*|按键|キー|키를
valid|gültig*|valide,valides,valable*|válid*|válid*|valido,valida,validi,valide|prawidłow*|действительн*|有效|妥当|유효
excluded|ausgenommen,ausschließ*,ausgeschlossen|exclu,exclus,exclure|excluid*,excluye|excetua*|esclus*,esclud*|wyklucz*|исключа*,исключе*|排除|除外|제외
attempted|versucht,versuch*|essay*,tentative*|intent*|tenta,tentar,tentativa*|tenta,tentare,tentativ*|prób*|пыта*,попыт*|尝试|試行|시도
marked|markier*,gekennzeichnet|marqu*|marca,marcado*|marca,marcado*|contrassegn*|oznacz*|помеч*,отмеч*|标记|マーク|표시
new|neu,neue,neuer,neues,neuen,neuem|nouveau,nouvel,nouvelle,nouvelles,nouveaux|nuevo,nueva,nuevos,nuevas|novo,nova,novos,novas|nuovo,nuova,nuovi,nuove|nowy,nowa,nowe,nowego|новый,новая,новые,нового|新的|新しい|새로운
visible|sichtbar*,unsichtbar*|visible*|visible*|visív*,visive*|visibil*|widoczn*|видим*,видно|可见|可視|보이
clicked|klick*,angeklickt,geklickt,anklick*|cliqu*|clic,clics,pulsa*|clica*,clique*|clicca*,clic|klik*|клик*,нажат*|点击|クリック|클릭
browser|browser*|navigateur*|navegador*|navegador*|browser*|przeglądark*,przegladark*|браузер*|浏览器|ブラウザ*|브라우저
extracted|entpack*|décompress*,extrai*,extrac*|descompr*,extra*|descompact*,extra*|estra*,decompr*|rozpak*|распак*,извлек*|解压,提取|展開,解凍|추출
element|element*|élément*|elemento*|elemento*|element*|element*|элемент*|元素|要素|요소
differs|abweich*,unterscheid*|diffère*,differe*|difier*,distint*|difer*|divers*|różni*|отлича*,различ*|不同|異な*|다른
detected|erkenn*,erkannt|détect*,detect*|detect*|detect*|rilev*|wykryw*|обнаруж*|检测|検出|감지
hidden|versteck*,verborgen*,ausgeblendet|masqu*|ocult*|ocult*|nascost*|ukry*|скры*|隐藏|隠*|숨
selected|ausgewählt,auswähl*|sélectionn*,choisi*|seleccion*,elegi*|selecion*,escolh*|selezion*,scelt*|wybra*,wybier*|выбра*,выбор*|选择,选中|選択|선택
signed|signier*,signatur*|sign*|firma*|assina*|firma*|podpis*|подпис*|签名|署名|서명
`;
