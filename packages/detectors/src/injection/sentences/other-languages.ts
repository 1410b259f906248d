// The words of orders in other languages, with accents as they are written: they are folded like the texts.

import type { Lexicon } from './word-class.js';

const german: Lexicon = {
  machine:
    'ki|assistent|agent|sprachmodell|modell|bot|ki-assistent|ki-agent|assistentin|chatbot|ki-agenten|ki-assistenten|assistenten|agenten|ki-modelle|sprachmodelle|bots|ki-systeme|llm|ki-system|ki-modell|hilfsprogramm|roboter|helfer',
  surelyMachine:
    'ki|sprachmodell|ki-assistent|ki-agent|ki-modell|chatbot|künstliche intelligenz|ki-agenten|ki-assistenten|ki-modelle|sprachmodelle|ki-systeme|llm|ki-system|ki-leser|ki-werkzeug|ki-werkzeuge',
  person: 'benutzer*|nutzer*|anwender*|mensch*|besitzer*|niemand*|kunde|kunden',
  you: 'du|dir|dich|dein*|sie|ihre|ihren|ihr',
  duty: 'musst|müssen|muss|sollst|soll|sollen|hat zu|haben zu|müsst|hast zu|ist verpflichtet|sind verpflichtet|sind gehalten|ist gehalten|werden gebeten|wird gebeten|sollte|sollten',
  aside:
    'ausgeschaltet|abgeschaltet|halte dich nicht|halten sie sich nicht|ignorier*|vergiss|vergessen sie|missachte*|verwirf|breche|brich|abbrechen|stoppe|lass|überspringe|umgehe|setze dich hinweg|nicht mehr|aufgehoben|deaktiviert|ausgesetzt|außer kraft|beende|ersetze|übergehe|widersprechen|verboten|antworte nicht|ungültig|hinfällig|außer kraft gesetzt|gelten nicht|gilt nicht|überholt|ignoriert|missachten|vergessen|verwerfe|lasse|widerrufen|erledigt|abgeschlossen|beendet|hör auf|unterlasse|hat vorrang|haben vorrang|geht vor|gehen vor',
  orders:
    'sicherheitsprüfung*|sicherheitsvorgabe*|schutzmaßnahme*|diesen auftrag|was dir aufgetragen|vorher aufgetragen|aufgetragen wurde|was man dir|was dir gesagt|was der nutzer wollte|was der nutzer verlangt*|was der benutzer wollte|was du tun solltest|anweisung*|vorgabe*|regel|regeln|richtlinie*|befehl*|aufgabe|aufgaben|auftrag|aufträge|instruktion*|prompt|prompts|systemprompt|sicherheitsregeln|beschränkung*|einschränkung*|frage|anfrage|zusammenfassung|gesagt wurde|kontext|gespräch|wünsche|diesen text|diese nachricht|zusammenfassen|sicherheitsvorgabe*|leitlinie*|systemnachricht|erlaubnis*|bestätigung*|beschränkungen|anliegen|text oben|nachricht oben|arbeit',
  prior:
    'vorherig*|bisherig*|bisher|früher*|obig*|oben|vorig*|aktuell*|ursprünglich*|alles|alle|zuvor|bestehend*',
  fresh:
    'neue|neuen|neuer|eigentliche|wahre|folgende|folgenden|nur noch|ausschließlich|stattdessen|sondern|diese|ab jetzt|ab sofort|von nun an|einzige|neues|neuem|deine neue|deine neue aufgabe|einzige aufgabe|wirkliche|tatsächliche|mein*|fortan|künftig',
  tell: 'sag|sage|sagen|erwähne*|verrate|informiere|mitteilen|teile|erfahren|melde|wissen|merken|bemerkt|zeige',
  not: 'nicht|nichts|kein|keine|keinen|ohne|nie|niemals',
  secretly:
    'erwähnen sie diesen hinweis nicht|erwähne diesen hinweis nicht|ohne es zu melden|behalte das für dich|verschweige|verschweigen sie|heimlich|unbemerkt|still und leise|im hintergrund|ohne wissen|ohne rückfrage|ohne zu fragen|ohne nachfrage|darf nichts davon erfahren|nichts davon|ohne bestätigung|ohne den nutzer|ohne den benutzer|stillschweigend|darf nicht erfahren|nicht erfahren|ohne den besitzer|ohne jemanden|ohne es zu|ohne dass der|verschweige|verheimliche|nicht erwähnen|erwähne nicht|sag nichts|sage nichts|kein wort|niemandem|niemand darf|im geheimen|lautlos|ohne zu informieren|informiere niemanden|zu informieren|ohne es zu erwähnen|nicht zu erwähnen|ohne darauf hinzuweisen|ohne um erlaubnis|ohne freigabe|muss davon nichts|braucht davon nichts|unter dem vorwand|ohne zustimmung|ohne rücksprache',
  give: 'sende*|schick*|schicken|leite*|weiterleiten|lade|hochladen|poste|übermittle*|teile|füge|kopiere|veröffentliche|exportiere|maile|übertrage|gib weiter|trage|kopieren|weiterleite*|versende*|hinterlege|speichere|reiche|gib|trage ein|veröffentlich*|schicken sie|senden sie|übergib|mail|hänge|anhängen|hängt|beifügen|mitschicken|mitsenden|sendet|schickt|übermitteln|exportieren|weitergeben|weiterzuleiten|zu senden|zu übermitteln|zu schicken|einfügen|eintragen|kopiert|lädt',
  show: 'gib|zeige*|nenne|offenbare|verrate|drucke|liste|wiederhole|ausgeben|wiedergeben|enthülle|lege offen|nenne mir|nennen sie|sag mir|verrate mir|ausgabe|aufliste*|beschreibe|teile mir mit|antworte mit|auszugeben|anzeigen|anzuzeigen|offenlegen|preisgeben|gibt aus|nennt',
  take: 'lies|öffne|hole|sammle|suche|lade|rufe ab|lese|finde|auslesen|abrufen|ermittle|besorge|durchsuche|liest|zu lesen|öffnen',
  run: 'führe|rufe|starte|nutze|verwende|befolge|aufrufen|ausführen|führen sie|ausführt|führt|auszuführen|aufzurufen|ruft|starten|befolgen|installiere',
  act: 'lösche*|überweise*|ändere|buche|kaufe|bezahle|entferne|deaktiviere|setze|füge|erstelle|bestätige|gewähre|lade|schalte|öffne|überweisen|trage|lege|mache|löscht|lösch|löschen|leere|formatiere|kündige|bestelle|reserviere|überweist|genehmige|stimme|lade ein|installiere|beende|schließe|verschiebe|verschlüssele|sperre|erteile|vergib|richte|trag|ändern|zu ändern|zu löschen|umleiten|leite um|erhöhe|erhöhen|genehmigen|freigeben|gib frei|einladen|hinzufügen|ersetze|behaupte|behaupten|kaufen|buchen|stornieren|storniere|deaktivieren|abschalten|schalte ab|zu bestätigen|bestätigt|zu belasten|belaste|belasten|anklicken|klicke|trägt|freizugeben|verwirf',
  secret:
    'passwort|passwörter|kennwort|kennwörter|zugangsdaten|schlüssel|api-schlüssel|token|tokens|geheimnis*|systemprompt|system-prompt|systemanweisung*|umgebungsvariable*|versteckte*|anmeldedaten|passwords.txt|ssh-schlüssel|kreditkarte*|administratorpasswort|admin-passwort|root-passwort|benutzerpasswort|zugangscode|kundendaten|benutzerdaten|systemanweisungen|private schlüssel|privaten schlüssel|api-key|api-keys|kreditkartendaten|bankdaten|geheime*|vertrauliche*|verborgene*|anfangsanweisung*|umgebungsvariablen|kontodaten|kartennummer*|geheimzahl|tan|einmalcode|zugangsschlüssel',
  own: 'e-mails|nachrichten|mails|dateien|datei|dokumente|kontakte|adressbuch|kalender|daten|gespräch|verlauf|ordner|inhalt|backups|sicherungen|kundendaten|kundenliste|datenbank|tabelle|fotos|chatverlauf|notizen|termine|anhänge|posteingang|verzeichnis|quellcode',
  thing:
    'werkzeug*|lösch-werkzeug|tool|befehl|befehle|kommando|skript|euro|geld|guthaben|konto|administrator|zugriff|rechte|berechtigung*|dateien|projekt|terminal|shell|rechnung*|projektordner|passwort|backups|datenbank|server|festplatte|zugang|zahlung|überweisung|bestellung|termin|hotel|flug|gutschein*|link|webseite|formular|skripte|programm|code|produktion*|regel|weiterleitung*|mitglied|kontoverbindung|iban|empfänger|betrag|limit|freigabe|sicherheitsprüfung|prüfung|zweig|branch|virenscanner|firewall|warenkorb|karte|protokoll|warnmeldung*|rechnung|unterschrift|überweisungsentwurf|angebot',
  outside:
    'unten stehende*|untenstehende*|unten genannte*|unten angegeben*|server unten|folgende adresse|diese adresse|adresse unten|nächsten werkzeugaufruf|nächste anfrage|an mich|externe*|https|an diese|auf dieses|dieses konto|diesen server|öffentlich|extern|webhook|fremde*|nächsten anfrage|nächsten aufruf|kontoinhaber',
  mode: 'wartungsmodus|entwicklermodus|debugmodus|ohne einschränkung*|ohne beschränkung*|ohne jegliche|ohne jede einschränkung|ohne jede beschränkung|frei von|uneingeschränkt*|ohne regeln|sicherheitsregeln sind deaktiviert|administratormodus',
  rank: 'systemhinweis|system|systemmeldung|systemnachricht|administrator|entwickler|betreiber',
  leave: 'genehmigt|freigegeben|autorisiert|bestätigt|zugestimmt',
  haste: 'wichtig|wichtiger hinweis|dringend|sofort|unverzüglich|achtung|umgehend',
  order:
    'bevor|zuerst|stattdessen|anstatt|statt|sondern|danach|zunächst|als erstes|vor dem|vor der|vor jeder|vor jedem|sobald|sooft|immer wenn|jedes mal|derweil|währenddessen',
  all: 'alle|sämtliche|alles|jede*|gesamte*',
  reads: 'liest|lesen|verarbeitet|zusammenfasst|auswerten|auswertet|bearbeitet|bearbeiten|einliest|öffnet',
};

const french: Lexicon = {
  machine:
    "ia|assistant|agent|modèle|modèle de langage|robot|bot|assistant ia|l'assistant|l'ia|l'agent|robots|assistants|agents|modèles|intelligence artificielle|agent conversationnel|cher modèle|le modèle|agents automatiques|aux agents|aux robots",
  surelyMachine:
    "ia|modèle de langage|assistant ia|agent ia|l'ia|intelligence artificielle|intelligences artificielles|assistants ia|agents ia|modèles de langage|agent conversationnel|cher modèle|cher assistant|chère ia|agents automatiques",
  person: "utilisateur|l'utilisateur|utilisateurs|humain|propriétaire|personne|client",
  you: 'tu|toi|ton|ta|tes|te|vous|votre|vos',
  duty: 'dois|doit|devez|doivent|il faut|devra|devront|est tenu|sont tenus|est prié|sont priés|veuillez|vous devez|tu dois|a pour consigne',
  aside:
    "ne s'appliquent plus|ne s'applique plus|ne sont plus valables|cesse ta|arrête ta|ignore|ignorez|ignorer|oublie|oubliez|oublier|ne tiens pas compte|ne tenez pas compte|ne tenir aucun compte|fais abstraction|abandonne|abandonnez|annule|annulez|arrête|cesse|contourne|remplace*|désactivé*|n'effectue pas|ne réponds pas|plus valables|saute|laisse tomber|suspendu*|levé*|annulé*|suspendues|levées|caduc*|caduques|périmé*|obsolètes|plus en vigueur|ignorées|néglige|contourner|omets|cesse de|interromps|supprimées|abrogé*|désobéis|mets de côté|laisse de côté|ne résume pas|ne traduis pas|prime sur|priment sur|a priorité sur|prévaut sur",
  orders:
    "ce que l'utilisateur a demandé|ce que l'utilisateur t'a demandé|ce qu'on t'a demandé|ce qu'il a demandé|instruction|instructions|consigne|consignes|directive|directives|règle|règles|invite|prompt|tâche|mission|demande|restrictions|ordres|limites|résumé|politique|contexte|question|a été dit|t'a dit|ce message|ce texte|protections|garde-fous|sécurité|confirmations|consentement|tes règles|instructions initiales|travail|activité",
  prior:
    'précédent*|antérieur*|ci-dessus|avant|actuel*|initial*|tout|toutes|tous|jusqu’ici|jusqu’à présent|auparavant|plus haut|en cours',
  fresh:
    'nouvelle|nouveau|nouvelles|véritable|vraie|uniquement|seulement|désormais|suivant*|à partir de maintenant|à la place|plutôt|dorénavant|seule|ta nouvelle|ta seule|ton unique|ta vraie|réelle|unique|maintenant|mes|mes ordres|premier ordre',
  tell: 'dis|dites|dire|mentionne*|révèle*|informe*|préviens|parle|savoir|signale|avertis|montre',
  not: 'ne|pas|rien|jamais|sans|aucun',
  secretly:
    "sans poser de questions|sans poser de question|à l'insu de|en secret|discrètement|silencieusement|sans en parler|sans prévenir|sans avertir|sans informer|sans demander|sans confirmation|ne doit pas le savoir|ne doit rien savoir|ne dis rien|en silence|ne mentionne pas|sans le dire|ne doit pas savoir|sans que personne|sans le signaler|n’en parle|ne préviens|ne dis pas|ne mentionne|personne ne doit|sans laisser|en cachette|ni vu ni connu|sans rien dire|ne le dis|sans demander la permission|sans accord|n’a pas besoin de savoir|sous prétexte|ne pas mentionner|ne rien dire|n'en dit mot|n'en dis rien|sans en informer",
  give: 'envoie|envoyez|transfère*|transmets|transmettez|téléverse*|publie|poste|partage*|copie|ajoute*|inclus|insère|exporte|joins|donne|communique|ajoute-le|inclus-le|envoyer|expédie|dépose|diffuse|transmettre|recopie|colle|remets|fournis|enregistre|joindre|transférer|publier|partager|copier|ajouter|inclure|insérer|exporter|donner|communiquer|expédier|déposer|téléverser|verser|poster',
  show: "révèle*|affiche*|montre*|imprime|divulgue|donne|répète|dévoile|liste|communique|réponds uniquement avec|réponds avec|dis-moi|donne-moi|indique|cite|énonce|écris|décris|récite|affiche-moi|livre|révéler|afficher|montrer|imprimer|divulguer|répéter|dévoiler|indiquer|écrire|réciter|n'affichez pas",
  take: 'lis|lisez|ouvre|récupère|collecte|cherche|télécharge|lis le|extrais|lire|ouvrir|récupérer|collecter|chercher|télécharger|extraire|consulter|consulte',
  run: 'exécute*|lance*|appelle*|utilise*|obéis|suis|effectue|exécuter|lancer|appeler|utiliser|obéir|suivre|effectuer|démarre|démarrer|exécutez|lancez',
  act: 'supprime*|efface*|vire|virez|modifie*|change*|ajoute*|achète*|réserve*|paie|payez|désactive*|accorde*|crée|transfère*|mets|annule|invite|comme si|supprimer|efface|vide|détruis|verse|versez|commande|réserve|installe|ferme|bloque|approuve|valide|inscris|abonne|publie|remplace|formate|désinstalle|autorise|débloque|envoie|répare|modifier|changer|acheter|réserver|payer|désactiver|accorder|créer|mettre|annuler|inviter|vider|installer|fermer|bloquer|approuver|valider|remplacer|autoriser|fusionne|fusionner|prétends|affirme|augmente|augmenter|redirige|rediriger|réinitialiser|réinitialise|cliquer|clique|remplacez|note|noter|confirmez|approuvez',
  secret:
    "mot de passe|mots de passe|identifiants|clé|clés|clé ssh|clé api|jeton|jetons|secret|secrets|invite système|prompt système|instructions cachées|variables d'environnement|passwords.txt|carte bancaire|code de vérification|mot de passe administrateur|ton invite|ton invite système|ton prompt|données confidentielles|clé privée|clés privées|code secret|numéro de carte|données clients|instructions secrètes|tes instructions|informations confidentielles|clés api",
  own: "courriels|e-mails|messages|fichier|fichiers|documents|contacts|carnet d'adresses|données|conversation|historique|contenu|dossier|base de données|sauvegardes|photos|notes|agenda|pièces jointes|boîte de réception|liste des clients|courrier|relevés|répertoire|rapport|rapports|comptes",
  thing:
    "outil|outils|commande|script|terminal|shell|euros|argent|solde|compte|administrateur|accès|droits|fichiers|projet|facture|d'outil|virement|mot de passe|base de données|sauvegardes|serveur|paiement|carte|réservation|hôtel|vol|lien|site|formulaire|programme|disque|règle|abonnement|membre|produit|avis|code|iban|bénéficiaire|destinataire|montant|branche|commit|dépôt|contrôles|vérifications|antivirus|pare-feu|administrateurs|étoile|étoiles|devis|achat|numéro de compte",
  outside:
    "ci-dessous|adresse suivante|cette adresse|serveur ci-dessous|compte suivant|prochain appel|appel d'outil|à moi|externe|ce compte|ce serveur|ce lien|cette url|publiquement|public|extérieur|https|webhook|prochaine requête|requête suivante",
  mode: 'mode maintenance|mode de maintenance|mode développeur|mode débogage|sans restriction|sans restrictions|sans aucune restriction|sans aucune limite|sans aucune règle|libéré de|sans limite|sans limites|sans règles|mode administrateur',
  rank: 'système|système :|administrateur|développeur|opérateur|message système',
  leave:
    'approuvé|autorisé|a validé|est validé|été validé|confirmé|accepté|avait accepté|a accepté|a approuvé|a autorisé|est d’accord|avait approuvé|déjà accepté',
  haste: 'important|urgent|immédiatement|attention|tout de suite',
  order: 'avant de|avant|d’abord|au lieu de|plutôt|ensuite|à la place|en premier',
  all: 'tous|toutes|tout|chaque|entier',
  reads: 'lit|lisant|traite|résume|analyse|consulte|ouvre|ouvrira|lira',
};

const spanish: Lexicon = {
  machine:
    'ia|asistente|agente|modelo|modelo de lenguaje|bot|modelo de ia|agente de ia|asistente de ia|asistentes|agentes|modelos|inteligencia artificial|robots|asistente virtual|agente automático|asistentes automáticos|agentes automáticos',
  surelyMachine:
    'ia|modelo de lenguaje|modelo de ia|agente de ia|asistente de ia|inteligencia artificial|asistente virtual|asistentes de ia|agentes de ia|modelos de lenguaje|asistentes automáticos|agentes automáticos',
  person: 'usuario|usuarios|humano|propietario|cliente|nadie|dueño',
  you: 'tú|tu|tus|te|usted|su|sus|eres|estás',
  duty: 'debes|debe|deberás|tienes que|tiene que|deben|hay que|deberá|deberán|está obligado|están obligados|se requiere|es necesario|debería|tendrá que|necesita|ha de',
  aside:
    'deja lo que|ignora|ignore|ignorar|olvida|olvide|olvidar|no hagas caso|descarta|omite|abandona|cancela|detén|deja de|anula|sáltate|reemplaza*|ya no|no resumas|no respondas|desactivad*|suspendid*|haz caso omiso|pasa por alto|elude|anulad*|anulado|revocad*|sin efecto|no aplican|ya no rigen|ignorando|desecha|prescinde|interrumpe|no traduzcas|no contestes|levantad*|eliminad*|caducad*|han cambiado|no se aplican|no valen|deshabilitad*|olvídate|desobedece|rompe|ignoren|olviden',
  orders:
    'lo que te pidió|lo que te han pedido|lo que pidió el usuario|lo que te pidieron|lo que ha pedido|instrucción|instrucciones|regla|reglas|directriz|directrices|órdenes|indicaciones|prompt|tarea|objetivo|misión|petición|solicitud|restricciones|límites|políticas|normas|contexto|pregunta|resumen|todo lo anterior|este texto|este mensaje|restriccion*|limitaciones|protecciones|seguridad|confirmaciones|trabajo|mensaje anterior|consulta|protocolo',
  prior:
    'anterior|anteriores|previo|previa|previas|previos|arriba|actual|actuales|original|inicial|todo|todas|todos|hasta ahora',
  fresh:
    'nueva|nuevo|nuevas|verdadera|única|solo|siguiente|siguientes|a partir de ahora|desde ahora|en su lugar|en vez|tu única|tu nueva|tu verdadera|real|mis|ahora tu|nuevas instrucciones',
  tell: 'digas|diga|decir|menciones|mencionar|reveles|informes|informar|enterarse|sepa|cuentes|avises|muestres',
  not: 'no|sin|nada|nunca|ni|jamás',
  secretly:
    'no se lo cuentes|no se lo digas|no le cuentes|sin pedir confirmación|sin pedir autorización|sin avisar a nadie|en secreto|en silencio|sin que el usuario|sin avisar|sin informar|sin preguntar|sin confirmación|sin que lo sepa|a escondidas|no debe enterarse|no le digas|discretamente|sin decir|no debe saber|sin notificar|no decir nada|no digas nada|sin decir nada|nadie debe|sin dejar rastro|no menciones|no informes|no avises|sin consultar|sin permiso|calladamente|sin que nadie|oculta|no reveles|que nadie|sin pedir permiso|como si nada|no hace falta que lo sepa|con el pretexto|sin mencionarlo|no avisen|no avise|ocultar el motivo|oculta el motivo',
  give: 'envía|envíe|enviar|enviarlo|manda|reenvía|sube|publica|comparte|copia|añade|agrega|incluye|inclúyelo|exporta|adjunta|transfiere|entrega|pega|pasa|envíame|mándame|remite|copiar|subir|publicar|escribe|escríbelo|guarda|introduce|facilita|dame|pásame|reenviar|compartir|añadir|agregar|incluir|exportar|adjuntar|transferir|entregar|pegar|remitir|guardar|mandar|facilitar|compartan|envíen|reenvíen|suban|publiquen',
  show: 'muestra|muestre|revela|revele|imprime|lista|divulga|enseña|repite|dime|expón|dame|indica|cita|responde con|responde solo con|enumera|escribe|describe|di|mostrar|revelar|imprimir|listar|divulgar|repetir|indicar|decir|escribir|muestren|revelen|impriman',
  take: 'lee|leer|abre|obtén|recoge|busca|descarga|recopila|extrae|abrir|obtener|recoger|buscar|descargar|recopilar|extraer|consulta|consultar|lea',
  run: 'ejecuta|ejecute|llama|llamar|usa|inicia|invoca|obedece|sigue|realiza|ejecutar|usar|iniciar|invocar|obedecer|seguir|realizar|utiliza|utilizar|ejecuten|llamen',
  act: 'borra|elimina|transfiere|transfiera|cambia|modifica|compra|reserva|paga|desactiva|concede|crea|agrega|añade|aprueba|invita|apaga|mueve|vacía|borrar|eliminar|vaciar|destruye|ordena|instala|cierra|bloquea|autoriza|suscribe|publica|reemplaza|formatea|envía|haz|registra|desinstala|otorga|acepta|transferir|comprar|cambiar|retira|deposita|modificar|reservar|pagar|desactivar|conceder|crear|aprobar|invitar|mover|destruir|instalar|cerrar|bloquear|autorizar|reemplazar|otorgar|aceptar|sustituye|sustituir|aumenta|aumentar|redirige|fusiona|fusionar|cancela|cancelar|finge|afirma|clica|clicar|pulsa|pulsar|restablecer|restablece|borren|eliminen|transfieran|cambien|aprueben|confirmen|cancelen|borre|elimine|cambie|confirme|apruebe',
  secret:
    'contraseña|contraseñas|credenciales|clave|claves|token|tokens|secretos|prompt del sistema|instrucciones ocultas|instrucciones iniciales|variables de entorno|clave ssh|clave api|passwords.txt|tarjeta|código de verificación|contraseña del administrador|datos confidenciales|clave privada|claves privadas|número de tarjeta|datos de clientes|tu prompt|tus instrucciones|mensaje inicial|información confidencial|códigos|código secreto|claves api|clave de acceso|claves de acceso|clave secreta',
  own: 'correos|mensajes|archivo|archivos|documentos|contactos|datos|conversación|historial|contenido|agenda|carpeta|base de datos|copias de seguridad|respaldos|fotos|notas|adjuntos|bandeja de entrada|lista de clientes|extractos|directorio|repositorio|historial de chat||factura|facturas|correo|nómina',
  thing:
    'herramienta|herramientas|comando|comandos|script|terminal|euros|dinero|saldo|cuenta|administrador|acceso|permisos|archivos|proyecto|factura|contraseña|consola|base de datos|respaldos|copias de seguridad|servidor|pago|tarjeta|reserva|hotel|vuelo|pedido|enlace|sitio|formulario|programa|disco|regla|suscripción|miembro|producto|reseña|código|transferencia|iban|beneficiario|destinatario|importe|rama|cuenta bancaria|comprobaciones|antivirus|cortafuegos|autorización|autorizaciones|extensión|compra|presupuesto',
  outside:
    'esta dirección|dirección de abajo|siguiente dirección|servidor de abajo|cuenta siguiente|abajo|próxima llamada|siguiente llamada|a mí|externo|indicada|esta cuenta|este servidor|este enlace|públicamente|público|https|webhook|afuera',
  mode: 'modo de mantenimiento|modo mantenimiento|modo desarrollador|modo de depuración|sin límites|sin restricciones|sin ninguna restricción|sin ningún límite|sin ninguna limitación|sin reglas|modo administrador',
  rank: 'sistema|mensaje del sistema|administrador|desarrollador|operador',
  leave:
    'aprobado|autorizado|confirmado|aceptado|ha aceptado|ya aceptó|ha aprobado|está de acuerdo|dio su permiso',
  haste: 'importante|urgente|inmediatamente|atención|ahora mismo|de inmediato',
  order:
    'antes de|primero|en lugar de|en vez de|en su lugar|después|luego|en cuanto|cada vez|siempre que|cuando',
  all: 'todos|todas|todo|toda|cada',
  reads: 'lee esto|leyendo|procesa|resume|lea|lee|procese|analice|resuma|abra|abre',
};

const portuguese: Lexicon = {
  machine:
    'ia|assistente|agente|modelo|modelo de linguagem|robô|assistente de ia|inteligência artificial|agente de ia|assistentes|agentes|modelos|robôs|agente automático|assistente virtual',
  surelyMachine:
    'ia|modelo de linguagem|assistente de ia|agente de ia|inteligência artificial|assistente virtual|agentes de ia|assistentes de ia',
  person: 'usuário|usuários|utilizador|humano|proprietário|cliente|ninguém',
  you: 'você|seu|sua|seus|suas|tu|teu',
  duty: 'deve|deves|tem que|precisa|devem|é obrigado|deverá|deverão|precisam|são obrigados|tem de',
  aside:
    'pare o que|ignore|ignora|ignorar|esqueça|esquece|desconsidere|desconsidera|descarte|abandone|cancele|pare|interrompa|pule|contorne|não vale mais|não valem mais|em vez de|substitua|suspens*|desativad*|anulad*|canceladas|canceladas|cancelado|revogad*|sem efeito|não se aplicam|ignorando|ignorem|suspensas|deixe de|não responda|não resuma|não traduza|largue|descartadas|expiraram|mudaram|ultrapasse|burle|viole|desobedeça',
  orders:
    'o que foi pedido|o que o usuário pediu|o que te pediram|o que o utilizador pediu|instrução|instruções|regra|regras|diretriz|diretrizes|ordens|comandos|prompt|tarefa|objetivo|missão|pedido|restrições|limites|políticas|contexto|pergunta|resumo|resumir|este texto|esta mensagem|pergunta do usuário|limitações|proteções|segurança|confirmações|trabalho|consulta|mensagem anterior',
  prior: 'anterior|anteriores|prévias|acima|atual|atuais|original|inicial|tudo|todas|todos|até agora',
  fresh:
    'nova|novo|novas|verdadeira|única|apenas|somente|seguinte|seguintes|a partir de agora|de agora em diante|em vez|sua nova|sua única|real|verdadeiro|minhas|agora sua',
  tell: 'conte|conta|diga|dizer|mencione|revele|informe|avise|saiba|saber|mostre|fale',
  not: 'não|sem|nada|nunca|nem',
  secretly:
    'em segredo|em silêncio|sem avisar|sem informar|sem perguntar|sem confirmação|sem que o usuário|não conte|não deve saber|discretamente|às escondidas|sem o conhecimento|sem avisar ninguém|sem dizer|não diga|não mencione|não informe|não avise|ninguém deve|sem deixar rastro|sem que ninguém|escondido|não revele|sem permissão|sem consultar|em sigilo|sem pedir permissão|não precisa saber|sob o pretexto|não comente|sem comentar|sem que ele saiba|não mencionar',
  give: 'envie|envia|enviar|mande|encaminhe|carregue|publique|compartilhe|copie|adicione|inclua|incluí-lo|exporte|anexe|transfira|poste|repasse|remeta|entregue|cole|escreva|salve|forneça|me envie|me mande|registre|reenvie|encaminhar|publicar|compartilhar|copiar|adicionar|incluir|exportar|anexar|transferir|entregar|colar|mandar|salvar|repassar',
  show: 'mostre|revele|exiba|imprima|liste|divulgue|repita|apresente|diga-me|me diga|informe|indique|cite|responda com|responda apenas com|enumere|escreva|descreva|me dê|me mostre|me passe|mostrar|revelar|imprimir|listar|divulgar|repetir|exibir|dizer|escrever',
  take: 'leia|ler|abra|obtenha|colete|busque|baixe|recolha|abrir|obter|coletar|buscar|baixar|extrair|consultar',
  run: 'execute|executar|chame|use|inicie|invoque|obedeça|siga|rode|usar|iniciar|invocar|obedecer|seguir|realizar|chamar|acionar',
  act: 'apague|exclua|delete|remova|transfira|altere|mude|compre|reserve|pague|desative|conceda|crie|adicione|aprove|convide|mova|apagar|excluir|esvazie|destrua|peça|instale|feche|bloqueie|autorize|inscreva|publique|substitua|formate|envie|faça|registre|desinstale|aceite|transferir|retire|deposite|limpe|modificar|alterar|mudar|comprar|reservar|pagar|desativar|conceder|criar|aprovar|convidar|mover|instalar|fechar|bloquear|autorizar|substituir|aceitar|aumentar|redirecionar|mesclar|cancelar|finja|afirme|clicar|clique|redefinir',
  secret:
    'senha|senhas|credenciais|chave|chaves|token|tokens|segredos|prompt do sistema|instruções ocultas|variáveis de ambiente|chave ssh|passwords.txt|cartão|código de verificação|senha do administrador|dados confidenciais|chave privada|número do cartão|dados dos clientes|seu prompt|suas instruções|mensagem inicial|código secreto|chaves api',
  own: 'e-mails|mensagens|arquivo|arquivos|ficheiro|ficheiros|documentos|contatos|dados|conversa|histórico|conteúdo|pasta|banco de dados|backups|cópias de segurança|fotos|notas|anexos|caixa de entrada|lista de clientes|extratos|diretório|repositório|agenda',
  thing:
    'ferramenta|ferramentas|comando|script|terminal|euros|dinheiro|saldo|conta|administrador|acesso|permissões|arquivos|projeto|fatura|senha|banco de dados|backups|servidor|pagamento|cartão|reserva|hotel|voo|encomenda|link|site|formulário|programa|disco|regra|assinatura|membro|produto|avaliação|código|transferência|beneficiário|destinatário|valor|ramo|permissão|antivírus|verificações|conta bancária|iban|autorizar|autorização|extensão|botão|pedido|compra|orçamento|registo|conta visitante',
  outside:
    'este endereço|endereço abaixo|abaixo|servidor abaixo|conta abaixo|próxima chamada|para mim|externo|seguinte endereço|esta conta|este servidor|este link|publicamente|público|https|webhook|fora',
  mode: 'modo de manutenção|modo manutenção|modo desenvolvedor|modo de depuração|sem restrições|sem limites|sem nenhuma restrição|sem qualquer restrição|sem regras|modo administrador',
  rank: 'sistema|mensagem do sistema|administrador|desenvolvedor|operador',
  leave: 'aprovado|autorizado|confirmado',
  haste: 'importante|urgente|imediatamente|atenção|agora mesmo',
  order: 'antes de|primeiro|em vez de|em lugar de|depois|no lugar|sempre que|assim que|toda vez|quando',
  all: 'todos|todas|tudo|cada|todo',
  reads: 'lendo|processa|ler|lê|processar|analisar|abrir|abre|lê isto',
};

const italian: Lexicon = {
  machine:
    "ia|assistente|agente|modello|modello linguistico|l'assistente|l'ia|intelligenza artificiale|assistenti|agenti|modelli|modelli linguistici|robot|bot|assistente virtuale|agente automatico|assistenti automatici|agenti automatici",
  surelyMachine:
    "ia|modello linguistico|l'ia|assistente ia|agente ia|intelligenza artificiale|assistente virtuale|modelli linguistici|agenti ia|assistenti automatici|agenti automatici",
  person: "utente|utenti|l'utente|all'utente|dell'utente|umano|proprietario|nessuno|cliente",
  you: 'tu|tuo|tua|tuoi|tue|ti|lei',
  duty: 'devi|deve|dovete|devono|bisogna|dovrà|dovranno|è tenuto|sono tenuti|è necessario|occorre|dovrebbe',
  aside:
    'obbedisci solo|ignora|ignorare|dimentica|dimenticare|non considerare|scarta|abbandona|annulla|interrompi|salta|aggira|non valgono più|sostituisc*|invece di|smetti|sospes*|disattivat*|trascura|annullat*|revocat*|sospese|non si applicano|decadut*|senza effetto|scadut*|ignorando|lascia perdere|non rispondere|non riassumere|non tradurre|superat*|violare|viola|disobbedisci|tralascia|metti da parte|cambiate|interrotto',
  orders:
    'quello che ti è stato chiesto|ciò che ha chiesto|quanto richiesto|quello che ha chiesto|le richieste|istruzione|istruzioni|regola|regole|direttiva|direttive|ordini|comandi|prompt|compito|obiettivo|missione|richiesta|restrizioni|limiti|contesto|domanda|riassumere|riassunto|questo testo|questo messaggio|limitazioni|protezioni|sicurezza|conferme|lavoro|messaggio precedente|continuare|politica|linee guida',
  prior: 'precedente|precedenti|sopra|attuale|attuali|originale|iniziale|tutto|tutte|tutti|finora',
  fresh:
    "solo a me|da questo momento|nuovo|nuova|nuove|vero|unico|solo|seguente|seguenti|d'ora in poi|da ora|invece|soltanto|tua nuova|tuo nuovo|tuo unico|tua unica|reale|mie|adesso|ora",
  tell: 'dire|dica|menzionare|rivelare|informare|avvisare|sapere|saperlo|mostrare|parlare',
  not: 'non|senza|nulla|niente|mai',
  secretly:
    "di nascosto|in segreto|in silenzio|senza avvisare|senza informare|senza chiedere|senza conferma|all'insaputa|non dire|non deve saperlo|non deve sapere|senza dire|all'oscuro|senza dire nulla|senza che nessuno|nessuno deve|non menzionare|non informare|non avvisare|non rivelare|senza lasciare|senza permesso|senza consultare|di soppiatto|tieni nascosto|senza chiedere il permesso|con il pretesto|senza dirlo|tacere",
  give: 'invia|inviare|manda|inoltra|carica|pubblica|condividi|copia|aggiungi|includi|includilo|esporta|allega|trasferisci|inserisci|spedisci|consegna|incolla|scrivi|salva|fornisci|mandami|inviami|registra|passa|dammi|girare|gira|mandare|inoltrare|caricare|pubblicare|condividere|copiare|aggiungere|includere|esportare|allegare|trasmettere|trasmetti|inserire|spedire|consegnare|incollare|salvare|fornire|riporta|riportare|riportalo|invii|mandi|inoltri|carichi|trasmetta',
  show: 'mostra|rivela|stampa|elenca|divulga|ripeti|visualizza|dimmi|dammi|indica|cita|rispondi con|rispondi solo con|enumera|scrivi|descrivi|mostrami|svela|mostrare|rivelare|stampare|elencare|divulgare|ripetere|visualizzare|scrivere|riportalo|mostri|riveli',
  take: 'leggi|apri|ottieni|raccogli|cerca|scarica|recupera|leggere|aprire|ottenere|raccogliere|cercare|scaricare|recuperare|estrarre|consulta|legga',
  run: 'esegui|chiama|usa|avvia|invoca|obbedisci|segui|eseguire|chiamare|usare|avviare|invocare|obbedire|seguire|lancia|lanciare|esegua',
  act: 'cancella|elimina|trasferisci|cambia|modifica|acquista|compra|prenota|paga|disattiva|concedi|crea|aggiungi|approva|invita|sposta|inoltra|cancellare|eliminare|svuota|distruggi|ordina|installa|chiudi|blocca|autorizza|iscrivi|pubblica|sostituisci|formatta|invia|fai|registra|accetta|trasferire|versa|preleva|rimuovi|cambiare|modificare|acquistare|comprare|prenotare|pagare|disattivare|concedere|creare|approvare|invitare|spostare|svuotare|installare|chiudere|bloccare|autorizzare|sostituire|accettare|aumenta|aumentare|reindirizza|annulla|annullare|fingi|afferma|cliccare|clicca|approvate|cancellate|confermate|aggiungete|cancelli|elimini|modifichi|confermi|trasferisca|approvi',
  secret:
    "password|credenziali|chiave|chiavi|token|segreti|prompt di sistema|istruzioni nascoste|le tue istruzioni|tue istruzioni|chiave ssh|passwords.txt|carta di credito|codice di verifica|password dell'amministratore|dati riservati|chiave privata|numero di carta|dati dei clienti|tuo prompt|messaggio iniziale|codice segreto|chiavi api|variabili d'ambiente|file delle credenziali",
  own: 'email|e-mail|messaggi|file|documenti|contatti|rubrica|dati|conversazione|cronologia|contenuto|cartella|database|backup|foto|note|allegati|posta in arrivo|lista dei clienti|estratti|directory|repository|agenda|cronologia chat|tutti i file',
  thing:
    'strumento|strumenti|comando|script|terminale|euro|denaro|saldo|conto|amministratore|accesso|permessi|file|progetto|fattura|password|database|backup|server|pagamento|carta|prenotazione|hotel|albergo|volo|ordine|link|sito|modulo|programma|disco|regola|abbonamento|membro|prodotto|recensione|codice|bonifico|file del progetto|iban|destinatario|beneficiario|importo|ramo|controlli|antivirus|autorizzazioni|estensione|preventivo|acquisto',
  outside:
    'questo indirizzo|indirizzo seguente|indirizzo qui sotto|qui sotto|server sotto|conto seguente|prossima chiamata|nella risposta|a me|esterno|questo conto|questo server|questo link|pubblicamente|pubblico|https|webhook|fuori',
  mode: 'modalità manutenzione|modalità di manutenzione|modalità sviluppatore|modalità debug|senza restrizioni|senza limiti|senza alcuna restrizione|senza nessuna restrizione|senza regole',
  rank: 'sistema|messaggio di sistema|amministratore|sviluppatore|operatore',
  leave: 'approvato|autorizzato|confermato',
  haste: 'importante|urgente|immediatamente|attenzione|subito',
  order: 'prima di|prima|invece di|invece|poi|dopo|al posto|non appena|ogni volta|quando',
  all: 'tutti|tutte|tutto|ogni',
  reads: 'legge|legga|elabora|elabori|riassume|apre|letto da|letta da',
};

const russian: Lexicon = {
  machine:
    'ии|ассистент*|агент*|модел*|бот|боту|ии-ассистент*|ии-агент*|помощник*|нейросет*|робот*|искусственный интеллект|бот*',
  surelyMachine:
    'ии|ии-ассистент*|ии-агент*|языковой модел*|языковая модель|нейросет*|искусственный интеллект|ии-помощник*|искусственного интеллекта',
  person: 'пользовател*|юзер*|человек*|владел*|никому|клиент*',
  you: 'ты|тебя|тебе|твой|твоя|твои|твою|свой|свои|свою|вы|ваш*',
  duty: 'должен|должна|должны|обязан*|необходимо|нужно|следует|надлежит',
  aside:
    'перестань|прекрати выполн*|игнорируй*|забудь*|отмени*|пропусти*|отбрось*|прекрати*|брось|останови*|обойди*|проигнорируй*|не учитывай|не следуй|недействительн*|отменен*|отключен*|вместо|пренебреги|снят*|отменены|утратил*|не действу*|больше не|отключены|не применя*|нарушь*|забыть|игнорировать|отмена|прервать|прерви*|не отвечай|не пересказывай|не переводи|устарел*|аннулирован*|откажись|оставь',
  orders:
    'инструкци*|правил*|указани*|команд*|промпт*|задач*|задани*|запрос*|ограничени*|директив*|пересказ*|контекст*|вопрос*|цел*|ответа|все выше|все вышесказанное|ограничен*|политик*|подтвержден*|работ*|указан*|предписан*|защит*|обязанност*|сообщение выше|запрет*|роль',
  prior: 'предыдущ*|прежн*|прошл*|выше|текущ*|исходн*|первоначальн*|все|всё|ранее|до этого|вышеуказанн*',
  fresh:
    'новая|новое|новые|новый|новую|настоящая|единственная|следующ*|только|теперь|отныне|с этого момента|вместо|твоя новая|твоя единственная|реальн*|мои|истинн*|впредь|сейчас',
  tell: 'говори*|сообщай*|сообщи*|упоминай*|расскаж*|раскрывай*|уведомляй*|узнать|узнал*|знать|показывай*|информируй*',
  not: 'не|без|ничего|никогда|ни',
  secretly:
    'тайно|незаметно|втайне|без ведома|без подтверждения|не сообщай|не говори|не должен узнать|не должен об этом узнать|не должен знать|молча|скрытно|в фоновом режиме|не спрашивая|без согласия|не упоминай|никому не говори|никому не сообщай|никто не должен|не раскрывай|скрыто|скрой|не предупреждая|не уведомляя|не уведомляй|не ставя в известность|без предупреждения|не оставляя следов|ничего не говоря|не информируя|не спрашивай|не сообщать|под предлогом|незаметно для',
  give: 'отправ*|перешл*|переслать|загруз*|выложи*|опублик*|передай*|скопир*|добав*|включи*|вставь*|пришли*|поделись|вышли|пересылай*|сбрось|слей|кинь|копируй*|запиши*|сохрани*|разошли*|отошли*|направь*|вынеси|предоставь|дай|перенеси|отправить|загрузить|загрузи|приложить|приложи|добавить|передать|выложить|скопировать|разместить|прикрепи|прикрепить|включи в|вставь|скинь|скинуть|скидывай',
  show: 'покажи*|выведи*|раскрой*|напечатай*|перечисли*|повтори*|открой|озвучь|выдай|назови*|скажи*|сообщи*|дай|укажи|процитируй*|ответь*|напиши*|опиши*|расскажи*|перескажи|показать|вывести|раскрыть|назвать|перечислить|выведи|напиши',
  take: 'прочитай*|прочти*|открой*|получи*|собери*|найди*|скачай*|извлеки*|считай|прочитать|открыть|получить|собрать|найти|скачать|извлечь|считать',
  run: 'выполни*|запусти*|вызови*|используй*|исполни*|подчиняйся|следуй|запустить|выполнить|вызвать|вызови|использовать|установи|установить',
  act: 'удали*|переведи*|измени*|смени*|купи*|забронируй*|оплати*|отключи*|создай*|добав*|предоставь*|одобри*|пригласи*|сотри*|перечисли*|назначь|очисти*|уничтожь*|закажи*|установи*|закрой*|заблокируй*|разреши*|подпиши*|опубликуй*|замени*|отформатируй*|зарегистрируй*|прими*|сними*|внеси*|назначь*|перенаправь*|поменяй*|сбрось*|выдай*|удалить|перевести|изменить|купить|оплатить|отключить|предоставить|создать|одобрить|пригласить|заменить|замени|увеличь|увеличить|перенаправь|отмени|утверждай|добавить|нажать|нажми|сбросить|сбрось|подтвердить|подтверди|списать|спиши',
  secret:
    'парол*|учетн* данн*|учетные данные|ключ|ключи|ключей|токен*|секрет*|системный промпт|системного промпта|скрытые инструкции|passwords.txt|переменные окружения|код подтверждения|пароль администратора|персональн* данн*|личные данные|конфиденциальн*|номер карты|данные клиентов|начальное сообщение|секретный код|приватный ключ|закрытый ключ|api-ключ*',
  own: 'письма|писем|сообщени*|файл*|документ*|контакт*|данные|переписк*|истори*|содержимое|папк*|чат*|баз*|база данных|базу данных|резервн* копи*|резервные копии|бэкап*|фото*|заметк*|вложени*|почт*|список клиентов|таблиц*|репозитори*|календар*|журнал*|счет*|карты владельца|резервными копиями|папку|папки',
  thing:
    'инструмент*|команд*|скрипт*|деньги|денег|средства|счет*|счёт*|администратор*|доступ*|права|файл*|проект*|shell|терминал*|баланс|базу данных|резервные копии|бэкап*|сервер*|платеж*|карт*|бронь|отель|рейс|заказ*|ссылк*|сайт*|форм*|программ*|диск*|подписк*|участник*|товар*|отзыв*|код|перевод*|пароль|счет получателя|получател*|сумм*|реквизит*|ветк*|доступ|проверк*|антивирус*|журнал*|пользовател*|прав*',
  outside:
    'указанный адрес|адрес ниже|этот адрес|сервер ниже|этот счет|этот счёт|ниже|следующий вызов|мне|внешн*|эту ссылку|этот сервер|публично|https|webhook|наружу|этот номер|постороннему',
  mode: 'режим* обслуживания|режиме обслуживания|режим разработчика|режиме разработчика|режиме отладки|без ограничений|без правил',
  rank: 'система|системное сообщение|администратор|разработчик|оператор',
  leave: 'одобрен*|разрешен*|подтвержден*|согласован*|разрешил*|одобрил*|согласился|согласен',
  haste: 'внимание|срочно|важно|немедленно|сейчас же',
  order: 'сначала|прежде|перед тем|вместо|затем|после',
  all: 'все|всё|всех|каждый|весь',
  reads: 'читающ*|обрабатывающ*|прочитавш*|читает|обрабатывает|читаешь',
};

const chinese: Lexicon = {
  machine:
    '助手|智能体|模型|机器人|人工智能|大模型|語言模型|语言模型|ai|代理|ai代理|智能助手|助理|ai助手|的ai|本ai|该ai|自动化程序|自动程序',
  surelyMachine:
    '语言模型|語言模型|人工智能|大模型|ai助手|ai代理|智能体|ai模型|智能助手|ai|大语言模型|ai系统||的ai|该ai',
  person: '用户|用戶|使用者|任何人|人类|所有者|主人|他人|客户|管理者|别人',
  you: '你|您',
  duty: '必须|必須|应该|應該|需要|务必|应当',
  aside:
    '忽略|无视|無視|忘记|忘掉|忘記|停止|取消|放弃|抛弃|跳过|绕过|不再|作废|失效|不要总结|不要回答|终止|不用理会|别管|覆盖|推翻|中止|已被取消|废除|撤销|不适用|无效|搁置|不理|不管|丢弃|解除|已解除|违反|抛开|删除之前|不用遵守|不必遵守|不要遵守|放下',
  orders:
    '指令|指示|规则|規則|提示|任务|任務|命令|要求|限制|设定|准则|目标|请求|问题|一切|内容|总结|对话|规定|约束|守则|工作|政策|身份|角色|权限|安全|原则|提问|询问|设置',
  prior: '之前|以前|先前|以上|上述|上面|前面|当前|目前|原来|原有|所有|一切|此前',
  fresh:
    '新的|新任务|真正的|唯一|从现在起|从现在开始|以下|下面|改为|而是|只听|现在起|从此刻起|新指令|新的任务|新规则|你的任务|真实|接下来|你现在|只需|只',
  tell: '告诉|告知|通知|提及|透露|知道|说明|让用户',
  not: '不要|别|勿|不得|不能|不应|无需|不需要|不必|不让|不',
  secretly:
    '悄悄|秘密|偷偷|暗中|不知情|不要告诉|别告诉|不需要知道|无需确认|不要通知|不告诉|背着|静默|瞒着|不要让用户|不得告知|别通知|不通知|不要提及|不要提醒|不要声张|不要询问|无须确认|不经同意|未经同意|未经确认|未经允许|保密|隐瞒|不要透露|别让|不被发现|不留痕迹|私下|不让用户|不要说|绝不|不得透露|不提及|无需告知|未经用户|无需用户|不要在回复中|不要在回答中|不要说明',
  give: '发送|发给|发到|转发|上传|提交|分享|复制|附上|放进|写入|传到|寄到|公开|导出|添加到|粘贴|发出|传给|传送|交给|邮寄|发布|贴到|写到|填入|保存到|送到|发|抄送|提供|寄给|填写到',
  show: '输出|显示|公开|透露|打印|展示|列出|泄露|说出|告诉我|告訴我|给我|说|写出|念出|复述|重复|回答|回复|提供|描述',
  take: '读取|打开|获取|收集|查找|下载|提取|读出',
  run: '运行|执行|调用|启动|使用|遵循|服从',
  act: '删除|转账|转到|修改|更改|购买|预订|支付|添加|禁用|关闭|授予|创建|批准|邀请|清空|转给|汇款|重置|访问|删掉|清除|摧毁|订购|安装|屏蔽|授权|订阅|发布|替换|格式化|注册|接受|提款|存入|打款|转移|同意|打开|点击|解锁|改为|确认转账|合并',
  secret:
    '密码|密碼|密钥|令牌|凭证|凭据|私钥|系统提示|系统提示词|系统指令|提示词|环境变量|隐藏的指令|验证码|信用卡|口令|管理员密码|账号密码|机密|私密|个人信息|身份证|银行卡|客户数据|初始消息|api密钥|密匙|登录信息|隐私|手机号',
  own: '通讯录|联系人|邮件|消息|文件|文档|数据|聊天记录|对话|历史|内容|日程|备份|数据库|照片|笔记|附件|邮箱|客户名单|表格|代码|仓库|日历|记录|资料|目录|用户的',
  thing:
    '工具|命令|脚本|终端|余额|资金|钱|账户|帐户|管理员|权限|文件|项目|服务器|订单|备份|数据库|付款|银行卡|预订|酒店|机票|链接|网站|网址|表单|程序|磁盘|规则|成员|产品|评价|代码|转账|防火墙|门|收款账号|收款人|账号|金额|报销单|发票',
  outside:
    '以下账户|下面的服务器|以下地址|下面的地址|这个地址|下一次工具调用|下一次调用|发给我|外部|下方|http|这个链接|该链接|该网址|公开|外网|我的邮箱|我的账户|此地址|该地址|指定',
  mode: '维护模式|开发者模式|调试模式|无限制|没有限制|没有任何限制|不受任何限制|不受限制|管理员模式|越狱',
  rank: '系统消息|系统|系統|管理员|开发者|系统通知',
  leave: '已批准|已授权|已同意|已确认',
  haste: '注意|立即|紧急|重要|马上|务必',
  order: '之前|首先|先|改为|然后|而是|代替|回答前',
  all: '所有|全部|每个|一切|整个',
  reads: '阅读|读取本|处理本|总结|处理此|阅读此|读取此|处理这|读到这|读到此|看到这',
};

const japanese: Lexicon = {
  machine:
    'アシスタント|エージェント|モデル|言語モデル|人工知能|ai|ボット|aiエージェント|アシスタントは|生成ai|チャットボット|するai|読むai|たai|自動処理エージェント|モデルへ',
  surelyMachine:
    '言語モデル|人工知能|aiアシスタント|aiエージェント|aiモデル|生成ai|チャットボット|するai|読むai',
  person: 'ユーザー|ユーザ|利用者|使用者|誰にも|人間|所有者|持ち主|他人|オーナー|顧客|管理人',
  you: 'あなた|君|お前',
  duty: 'しなければ|必要があ|べき|すること|しなければならない|する必要があります|しなければなりません',
  aside:
    '無視|忘れ|中止|取り消|破棄|従わ|停止|せず|やめ|放棄|無効|スキップ|回避|取り消され|取り消し|無効に|解除|撤回|破って|従わなくて|守らなくて|適用されな|放置|後回し|やめて|要約せず|答えず|打ち切',
  orders:
    '指示|命令|ルール|規則|プロンプト|制約|タスク|任務|要約|依頼|質問|会話|ガイドライン|目的|内容|制限|方針|ポリシー|規約|安全|役割|仕事|作業|設定',
  prior: '以前|これまで|上記|前の|現在の|すべて|全て|先の|元の|今までの|先ほど',
  fresh:
    '新しい|新たな|本当の|次の|代わりに|今から|これから|今後|以下の|唯一|だけ|新規|真の|本来の|あなたの任務|ただ一つ|のみ|私の',
  tell: '話さ|伝え|教え|知らせ|言わ|報告|気付かれ|気づかれ|知られ|通知|明かさ',
  not: 'ない|ず|なく|ないで|せず|禁止|ません',
  secretly:
    '気付かれないよう|気づかれないよう|知らせずに|知られずに|内緒|密かに|こっそり|秘密に|伝えずに|話さないで|黙って|言わないで|伝えないで|確認なし|許可なく|知らせることなく|知らせず|伝えることなく|告げずに|報告せず|通知せず|無断で|許可なしに|確認せず|ばれない|隠して|秘密裏|ひそかに|口外|断りなく|確認を求めず|説明しない',
  give: '送信|送る|送って|送れ|転送|アップロード|投稿|共有|コピー|添付|貼り付け|含め|書き込|渡し|公開|送り|渡す|渡して|送付|提出|書き出|保存し|投げ|登録し|メールし|返信|貼り|転送する|送信する',
  show: '表示|出力|開示|公開|明かし|見せ|教えて|列挙|印刷|教え|答え|書き出し|列挙し|述べ|示し|言って|返して|提示|暴露',
  take: '読み|読んで|開いて|取得|収集|検索|ダウンロード|読み取り',
  run: '実行|呼び出|起動|使用|従え|従って',
  act: '削除|振り込|送金|変更|購入|予約|支払|追加|無効化|付与|作成|承認|招待|消去|書き換え|消し|初期化|注文|インストール|ブロック|許可し|登録|公開し|置き換え|アクセス|クリック|引き出|入金|解錠|停止し|切り替え|移動し|辞退|送信|変更して|承認して|付与して|削除して|追加して|無効に|確定し',
  secret:
    'パスワード|秘密鍵|認証情報|トークン|apiキー|システムプロンプト|暗証番号|環境変数|隠された指示|sshキー|鍵|認証コード|クレジットカード|管理者パスワード|個人情報|機密|カード番号|顧客データ|最初のメッセージ|ログイン情報|apiの鍵|秘密の',
  own: 'ファイル|文書|連絡先|メール|メッセージ|データ|会話|履歴|内容|アドレス帳|予定|バックアップ|データベース|写真|ノート|添付|受信箱|顧客リスト|表|コード|リポジトリ|カレンダー|記録|個人|添付ファイル',
  thing:
    'ツール|コマンド|スクリプト|シェル|残高|口座|お金|管理者|権限|ファイル|サーバー|アカウント|プロジェクト|バックアップ|データベース|支払い|カード|予約|ホテル|航空券|リンク|サイト|フォーム|プログラム|ディスク|メンバー|製品|レビュー|コード|送金|ドア|ファイアウォール|振込先|受取人|金額|注文|領収書|口座番号',
  outside:
    '下記のアドレス|下記のサーバー|次の口座|このurl|このアドレス|以下のアドレス|下記|次のツール呼び出し|外部|私に|http|このリンク|公開で|社外|指定の|私のアドレス',
  mode: 'メンテナンスモード|開発者モード|デバッグモード|無制限|制限なし|管理者モード',
  rank: 'システム|管理者|開発者|システムメッセージ|運営',
  leave: '承認済|許可済|同意済|確認済',
  haste: '重要|緊急|至急|直ちに|すぐに|注意',
  order: '前に|まず|代わりに|先に|その後',
  all: 'すべて|全て|全部|あらゆる',
  reads: '読んでいる|処理する|要約する|読み取る',
};

const korean: Lexicon = {
  machine: '어시스턴트|에이전트|모델|언어 모델|인공지능|ai|챗봇|도우미|비서|ai 비서|ai는|비서는||ai에게|ai야',
  surelyMachine: '언어 모델|인공지능|ai 에이전트|ai 어시스턴트|ai 모델|챗봇|ai 비서||ai에게',
  person: '사용자|유저|고객|인간|누구에게도|소유자|주인|다른 사람|관리인',
  you: '당신|너는|너의|네',
  duty: '해야|하라|하시오|할 것|해야 합니다|해야 한다|해야만|하여야|야 합니다',
  aside:
    '무시|잊어|잊고|잊으|중단|취소|따르지|폐기|건너뛰|무효|하지 말고|우회|그만|취소되|철회|무효화|어기|지키지|적용되지|버려|제쳐|그만두|요약하지|답하지|끝났|폐지',
  orders:
    '지시|명령|규칙|지침|프롬프트|작업|임무|요약|요청|질문|대화|제한|내용|목표|규정|정책|제약|안전|역할|하던 일|할 일|시킨 일|맡긴 일|설정|원칙|업무',
  prior: '이전|위의|현재|지금까지|기존|앞의|모든|원래|앞선',
  fresh:
    '새로운|진짜|다음|대신|지금부터|이제부터|유일한|오직|새 |너의 임무|당신의 임무|진정한|나의|지금|이제',
  tell: '알리|말하|언급|알려|밝히|보고|통지|모르게|눈치',
  not: '말고|마세요|마라|말 것|않|없이|말아',
  secretly:
    '몰래|비밀리에|조용히|알리지 말|모르게|확인 없이|말하지 말|언급하지 말|허락 없이|동의 없이|알리지 않고|알리지 마|말하지 않고|보고하지|통보 없이|숨기|비밀로|들키지|무단으로|묻지 말|아무에게도',
  give: '보내|전송|업로드|전달|게시|공유|복사|첨부|포함|붙여|제출|추가|넘겨|건네|보내라|보내줘|제공|기록|저장|메일로|올려|보내야|전송해야|업로드해|첨부해|전달해|공유해',
  show: '출력|공개|보여|표시|알려|나열|드러내|알려주|말해|답하|적어|읊|제시|설명|공개하|노출',
  take: '읽어|읽고|열어|가져|수집|찾아|다운로드',
  run: '실행|호출|시작|사용|따르|복종',
  act: '삭제|송금|이체|변경|구매|예약|결제|추가|비활성|부여|생성|승인|초대|전달|삭제하|지워|초기화|주문|설치|차단|허용|등록|게시|교체|접속|클릭|출금|입금|잠금 해제|중지|전환|옮겨|해지|변경해|바꾸|바꿔|승인해|부여해|삭제해|이체해|송금해|추가해|비활성화|승인하고|승인하|끄세요',
  secret:
    '비밀번호|암호|토큰|api 키|개인 키|시스템 프롬프트|자격 증명|환경 변수|숨겨진 지시|인증 코드|ssh 키|신용카드|passwords.txt|관리자 비밀번호|개인정보|기밀|카드 번호|고객 데이터|로그인 정보|초기 메시지|비밀 키',
  own: '연락처|메일|이메일|메시지|파일|문서|데이터|대화|기록|내용|목록|백업|데이터베이스|사진|노트|첨부|받은편지함|고객 목록|표|코드|저장소|일정|개인|첨부 파일|첨부파일',
  thing:
    '도구|명령|스크립트|셸|터미널|돈|잔액|계좌|관리자|권한|파일|서버|프로젝트|비밀번호|백업|데이터베이스|결제|카드|예약|호텔|항공권|링크|사이트|양식|프로그램|디스크|회원|제품|리뷰|코드|송금|문|수취인|금액|알림|주문',
  outside:
    '아래 주소|다음 주소|이 주소|아래 서버|다음 계좌|아래|다음 도구 호출|나에게|외부|http|이 링크|공개적으로|외부로|지정된|내 주소|내 계좌',
  mode: '유지보수 모드|유지 보수 모드|개발자 모드|디버그 모드|제한 없|무제한|관리자 모드',
  rank: '시스템|관리자|개발자|운영자',
  leave: '승인되|허가되|동의했|승인했',
  haste: '중요|긴급|즉시|주의|지금 당장|당장',
  order: '전에|먼저|대신|그 후|우선',
  all: '모든|모두|전부|전체',
  reads: '처리하는|읽는|요약하는',
};

const arabic: Lexicon = {
  machine:
    'المساعد|مساعد|الوكيل|وكيل|النموذج|نموذج|الذكاء الاصطناعي|نموذج الذكاء الاصطناعي|روبوت|مساعد الذكاء|نموذج لغوي|نموذجا لغويا|المساعد الذكي',
  surelyMachine:
    'الذكاء الاصطناعي|نموذج اللغة|النموذج اللغوي|نموذج لغوي|لنموذج اللغة|نموذجا لغويا|المساعد الذكي',
  person: 'المستخدم|للمستخدم|المستخدمين|المالك|احد|أحدا|العميل',
  you: 'أنت|انت|انك|لك|الخاص بك|الخاصة بك',
  duty: 'يجب|عليك|ينبغي|يتعين|يلزم',
  aside:
    'تجاهل|انس|انسى|أوقف|ألغ|الغ|توقف|تخط|تجاوز|اترك|لا تلخص|لا تجب|بدلا|لم تعد|استبدل|ألغيت|ألغي|تم إلغاء|الغاء|ملغاة|لا تنطبق|انتهت|رفعت|خالف|دع|كف|تخل|لا تتبع|معلقة|لاغية|تم رفع|أهمل',
  orders:
    'التعليمات|تعليمات|القواعد|الأوامر|المهمة|مهمة|مهمتك|الطلب|القيود|السياق|موجه|الموجه|النص|ما سبق|السؤال|المحادثة|الضوابط|السياسات|السياسة|عملك|دورك|القاعدة|الإرشادات|التوجيهات|سؤال|طلب|المطلوب',
  prior: 'السابقة|السابق|أعلاه|الحالية|الحالي|الأصلية|جميع|كل|سبق|قبل',
  fresh:
    'الجديدة|الجديد|جديدة|الحقيقية|فقط|التالي|التالية|من الآن|الان|الآن|بل|بدلا|مهمتك الوحيدة|مهمتك الجديدة|تعليماتي|منذ الآن|الفعلية',
  tell: 'تخبر|إخبار|تذكر|تكشف|تبلغ|يعلم|يعرف|علم|تظهر|تقل',
  not: 'لا|دون|بدون|لم|لن|عدم',
  secretly:
    'سرا|بصمت|دون إخبار|دون علم|بدون علم|لا تخبر|دون أن يعلم|دون تأكيد|خفية|في الخفاء|دون إذن|لا تخبر أحدا|دون إبلاغ|دون إعلام|دون استئذان|لا تذكر|لا تبلغ|بهدوء|دون ترك|أخف|دون موافقة|لا تسأل',
  give: 'أرسل|ارسل|وأرسل|وإرسالها|إرسال|ارفع|وارفع|انشر|شارك|انسخ|أضف|وأضف|حمل|مرر|أدرج|ضع|أعط|اعط|أعطني|سلم|الصق|اكتب|احفظ|وجه|قدم|أعد توجيه|وانسخ|وانشر|ابعث|حمّل',
  show: 'اعرض|أظهر|اكشف|واكشف|اطبع|وأظهر|كرر|أفصح|بل اعرض|أخبرني|اخبرني|قل لي|قل|اذكر|أعطني|صف|رد|أجب|بين|سرب',
  take: 'اقرأ|قراءة|افتح|اجمع|احصل|ابحث|استخرج',
  run: 'نفذ|شغل|استدع|استخدم|ونفذ|اتبع|أطع',
  act: 'احذف|حول|وحول|غير|وغير|اشتر|احجز|ادفع|عطل|امنح|أنشئ|أضف|وافق|ادع|امسح|افرغ|دمر|اطلب|ثبت|أغلق|احظر|اسمح|اشترك|استبدل|سجل|اقبل|اسحب|أودع|انقل|فعل|زر|افتح|يحول',
  secret:
    'كلمة المرور|كلمات المرور|كلمة السر|المفتاح|المفاتيح|رمز|الرموز|موجه النظام|بيانات الاعتماد|التعليمات المخفية|رمز التحقق|passwords.txt|بطاقة الائتمان|كلمة مرور|بكلمة مرور|بكلمة المرور|البيانات السرية|السرية|رقم البطاقة|بيانات العملاء|المفتاح الخاص|مفتاح|الرسالة الأولى',
  own: 'الملفات|ملف|الرسائل|المستندات|جهات الاتصال|البيانات|المحادثة|محتوى|البريد|السجل|قاعدة البيانات|النسخ الاحتياطية|الصور|الملاحظات|المرفقات|قائمة العملاء|الجدول|المستودع|السجلات|المعلومات',
  thing:
    'أداة|الأداة|الأمر|أمر|الأموال|المال|الحساب|الرصيد|المسؤول|مسؤول|الصلاحيات|الخادم|المشروع|قاعدة البيانات|النسخ الاحتياطية|الدفع|البطاقة|الحجز|الفندق|الرحلة|الرابط|الموقع|النموذج|البرنامج|القرص|المنتج|الكود|التحويل|الباب',
  outside:
    'العنوان أدناه|الخادم أدناه|الحساب التالي|هذا العنوان|أدناه|العنوان التالي|الاستدعاء التالي|خارجي|هذا الرابط|هذا الحساب|هذا الخادم|علنا|http|إلى الخارج',
  mode: 'وضع الصيانة|وضع المطور|وضع التصحيح|وضع الصيانة|وضع المطور|وضع التصحيح|بدون قيود|دون قيود|بلا قيود',
  rank: 'النظام|المسؤول|المطور|رسالة النظام',
  leave: 'تمت الموافقة|مصرح|وافق',
  haste: 'مهم|عاجل|فورا|انتباه|تنبيه|حالا',
  order: 'قبل أن|أولا|اولا|بدلا من|ثم|بعد ذلك',
  all: 'جميع|كل|كافة',
  reads: 'يقرأ|يعالج|يلخص',
};

const hindi: Lexicon = {
  machine: 'सहायक|एजेंट|मॉडल|भाषा मॉडल|एआई|बॉट|ai|कृत्रिम बुद्धिमत्ता',
  surelyMachine: 'भाषा मॉडल|एआई|कृत्रिम बुद्धि*|एआई सहायक|ai सहायक|कृत्रिम बुद्धिमत्ता',
  person: 'उपयोगकर्ता*|यूज़र*|यूजर*|मालिक|किसी को',
  you: 'तुम|आप|अपना|अपने|अपनी|आपका|तुम्हारा',
  duty: 'चाहिए|होगा|अनिवार्य|ज़रूरी',
  aside:
    'भूल*|अनदेख*|नज़रअंदाज़|रोको|रोकें|रद्द|छोड़*|उपेक्षा|मत लिखो|बंद करो|रद्द कर|समाप्त|हटा दिए|लागू नहीं|निरस्त|उल्लंघन|तोड़*|टाल*|अमान्य|त्याग*|ध्यान न|बंद कर',
  orders:
    'बातों|बातें|कही गई बात|निर्देश*|नियम*|आदेश*|कार्य|काम|प्रॉम्प्ट|सारांश|अनुरोध|प्रश्न|बातचीत|सीमाओं|नीति*|प्रतिबंध*|भूमिका|सुरक्षा|दिशानिर्देश*|सवाल|मांग',
  prior: 'पिछले|पहले|ऊपर|वर्तमान|सभी|सब|मूल|अब तक|पूर्व|पुराने|पुराना|पूर्ववर्ती|मौजूदा',
  fresh: 'नया|नई|नए|असली|केवल|अब से|अब|बल्कि|इसके बजाय|निम्नलिखित|एकमात्र|तुम्हारा नया|आपका नया|वास्तविक|मेरे',
  tell: 'बता*|कह*|सूचित|पता|जान*|उल्लेख',
  not: 'मत|न|नहीं|बिना|ना',
  secretly:
    'चुपके से|गुप्त रूप से|चुपचाप|बताए बिना|बिना बताए|जानकारी के बिना|पुष्टि के बिना|मत बताना|मत बताओ|बिना पूछे|किसी को मत|किसी को न|बिना अनुमति|छिपाकर|गुपचुप|सूचित किए बिना|बिना पुष्टि|को न बताएं|को मत बताओ|किसी को न बताए',
  give: 'भेज*|अपलोड|साझा|कॉपी|अग्रेषित|जोड़*|शामिल|पोस्ट|डालो|दे दो|दे दें|लिख*|सहेज*|चिपका*|प्रकाशित|सौंप*|भेजें|भेजो|भेजे',
  show: 'दिखा*|प्रकट|बताओ|प्रिंट|उजागर|बताएं|बताइए|दिखाओ|कहो|लिखो|सुनाओ|खुलासा',
  take: 'पढ़*|खोल*|प्राप्त|इकट्ठा|खोज*',
  run: 'चला*|निष्पादित|कॉल|उपयोग|पालन',
  act: 'हटा*|मिटा*|ट्रांसफर|स्थानांतरित|बदल*|खरीद*|बुक|भुगतान|जोड़*|बना*|भेज दो|मिटाओ|खाली|नष्ट|ऑर्डर|इंस्टॉल|ब्लॉक|अनुमति दो|रजिस्टर|स्वीकार|निकाल*|बदलो|खोलो|बंद|भेजें|बदलें|हटाएं',
  secret:
    'पासवर्ड|कुंजी|टोकन|सिस्टम प्रॉम्प्ट|गुप्त|क्रेडेंशियल|छिपे निर्देश|passwords.txt|ओटीपी|सत्यापन कोड|एडमिन पासवर्ड|गोपनीय|निजी|कार्ड नंबर|ग्राहक डेटा|निजी कुंजी|सिस्टम निर्देश',
  own: 'फ़ाइल*|फाइल*|दस्तावेज़*|दस्तावेज*|संदेश*|संपर्क*|डेटा|सामग्री|ईमेल|बातचीत|बैकअप|डेटाबेस|तस्वीर*|नोट*|अटैचमेंट|इनबॉक्स|सूची|तालिका|रिकॉर्ड|जानकारी',
  thing:
    'टूल|कमांड|स्क्रिप्ट|पैसा|पैसे|खाते|खाता|शेष|एडमिन|अनुमति|सर्वर|प्रोजेक्ट|बैकअप|डेटाबेस|भुगतान|कार्ड|बुकिंग|होटल|उड़ान|लिंक|वेबसाइट|फॉर्म|प्रोग्राम|डिस्क|सदस्य|कोड|रुपये|राशि',
  outside: 'नीचे दिए गए पते|नीचे दिए गए सर्वर|इस खाते|इस पते|नीचे|अगले टूल कॉल|मुझे|http|इस लिंक|सार्वजनिक|बाहर',
  mode: 'रखरखाव मोड|डेवलपर मोड|डिबग मोड|रखरखाव मोड|डेवलपर मोड|डिबग मोड|बिना प्रतिबंध|बिना सीमा',
  rank: 'सिस्टम|व्यवस्थापक|प्रशासक|डेवलपर',
  leave: 'स्वीकृत|अनुमोदित|अधिकृत',
  haste: 'महत्वपूर्ण|तुरंत|तत्काल|ध्यान',
  order: 'पहले|से पहले|के बजाय|बल्कि|फिर',
  all: 'सभी|सब|सारे|सारा|हर',
  reads: 'पढ़ने वाला',
};

const turkish: Lexicon = {
  machine: 'yapay zeka|asistan*|ajan*|model|modele|modeli|dil modeli*|bot|yapay zekâ|model*|robot*',
  surelyMachine: 'yapay zeka|dil modeli*|yapay zekâ|yapay zeka asistan*|yapay zeka ajan*',
  person: 'kullanıcı*|insan*|sahibi*|kimseye|müşteri*',
  you: 'sen|senin|sana|siz|sizin',
  duty: 'gerekir|zorunda*|gerekiyor|malısın|melisin|zorundadır|lazım',
  aside:
    'unut*|yok say*|görmezden gel*|dikkate alma*|bırak|iptal et*|durdur*|atla|geçersiz*|özetleme|vazgeç|boş ver|iptal edildi|iptal|geçersizdir|kaldırıldı|artık geçerli değil|uymak zorunda değil|göz ardı et*|ihlal et*|sona erdi|cevaplama|çevirme|askıya alındı|hiçe say*|bir kenara bırak*',
  orders:
    'her şeyi|görevin|kullanıcının isteğini|istenen şey*|talimat*|kural*|komut*|görev*|istem*|yönerge*|emir*|özet*|istek*|isteğ*|soru*|kısıtlama*|bağlam*|her şeyi|kısıt*|politika*|rol*|güvenlik*|kurallar*|talep*|sorusu*|işi*|protokol*',
  prior: 'yukarıdaki|yukarıda|önceki|yukarıdaki|şu anki|mevcut|tüm|bütün|ilk|eski|şimdiye kadar|daha önce',
  fresh:
    'yeni görevin|yeni|gerçek|tek|artık|bundan sonra|bunun yerine|aşağıdaki|yalnızca|sadece|şimdi|yeni görevin|tek görevin|benim|asıl|şimdiden|bundan böyle',
  tell: 'söyle*|bahsetme*|bildir*|haber*|açıkla*|göster*|anlat*',
  not: 'olmadan|değil|yok|asla|sakın|hiçbir',
  secretly:
    'gizlice|sessizce|haberi olmadan|haber vermeden|bahsetme|söyleme|fark ettirmeden|onay almadan|sormadan|bilgisi olmadan|kimseye söyleme*|kimse bilme*|haber verme*|izinsiz|iz bırakma*|belli etme*|saklı tut*|onaysız|bildirmeden|gizli tut*|açıklamasın|söylemesin',
  give: 'gönder*|ilet*|yükle*|paylaş*|kopyala*|ekle*|yayınla*|yapıştır*|aktar*|yolla*|ver|yaz|kaydet*|teslim et*|at|postala*|bana ver|göndermeli*|iletmeli*|aktarmalı*|paylaşmalı*|yüklemeli*|eklemeli*|ilet|dışa aktar*|kopyalamalı*|eklesin|göndersin',
  show: 'göster*|açıkla*|yazdır*|listele*|ifşa et*|tekrarla*|ortaya çıkar*|söyle|söyleyin|bana söyle|anlat|yaz|ver|paylaş|belirt*|cevapla|göstermeli*|yazdırmalı*|açıklamalı*',
  take: 'oku*|aç|al|topla*|bul|indir*|getir*|okumalı*|açmalı*|bulmalı*|toplamalı*',
  run: 'çalıştır*|çağır*|kullan|başlat*|uygula*|itaat et*|yürüt*|çalıştırmalı*|çağırmalı*|kullanmalı*',
  act: 'sil|silin|aktar*|değiştir*|satın al*|rezervasyon*|öde|ekle*|kapat*|ver|oluştur*|onayla*|davet et*|havale et*|temizle*|boşalt*|yok et*|sipariş*|kur|engelle*|izin ver*|kaydol*|kabul et*|çek|yatır*|taşı*|tıkla*|biçimlendir*|devre dışı*|yenile*|silmeli*|değiştirmeli*|onaylamalı*|vermeli*|eklemeli*|kapatmalı*|artır*|yönlendir*|yapmalı*',
  secret:
    'parola*|şifre*|anahtar*|token*|sistem istemi*|sistem istemini|kimlik bilgileri*|gizli talimat*|passwords.txt|doğrulama kodu*|yönetici parolası*|yönetici şifresi*|gizli bilgi*|kart numarası*|müşteri verileri*|özel anahtar*|kişisel veri*|ilk mesaj*',
  own: 'dosya*|belge*|mesaj*|e-posta*|kişiler*|rehber*|veri*|konuşma*|geçmiş*|içeriği*|içerik|yedek*|veritabanı*|fotoğraf*|not|notlar*|ekler*|gelen kutusu*|müşteri listesi*|tablo*|depo*|takvim*|kayıt*|kişi listesi|gelen kutusu',
  thing:
    'araç*|aracı*|komut*|betik*|para|parayı|bakiye*|hesab*|yönetici*|yetki*|sunucu*|proje*|fatura*|yedek*|veritabanı*|ödeme*|kart*|rezervasyon*|otel*|uçuş*|bağlantı*|site*|form*|program*|disk*|üye*|ürün*|kod*|kapı*|alıcı*|hesap numarası*|iban|tutar*|erişim*',
  outside:
    'aşağıdaki adres*|aşağıdaki sunucu*|şu hesaba|bu adrese|bir sonraki araç çağrısı*|aşağıdaki|bana|harici|http|bu bağlantı*|bu hesaba|herkese açık|dışarı*|bu sunucu*',
  mode: 'bakım modu*|geliştirici modu*|hata ayıklama modu*|sınırsız*|kısıtlama olmadan|kuralsız',
  rank: 'sistem|yönetici|geliştirici|sistem mesajı',
  leave: 'onaylandı|yetkilendirildi|izin verildi',
  haste: 'önemli|acil|hemen|derhal|dikkat',
  order: 'önce|bunun yerine|yerine|sonra|ilk olarak',
  all: 'tüm|bütün|her|hepsi',
  reads: 'işleyen|okuyan|özetleyen|inceleyen',
};

const polish: Lexicon = {
  machine:
    'ai|asystent*|agent|agenta|model|modelu|modelu językowego|bot|sztuczna inteligencja|modelem językowym|modele językowe|modelowi językowemu|bot*|sztuczną inteligencją|agent ai|agenci ai',
  surelyMachine:
    'asystenta ai|asystencie ai|modelu językowego|model językowy|sztuczna inteligencja|sztucznej inteligencji|agent ai|modelem językowym|modele językowe|modelowi językowemu|sztuczną inteligencją|agenci ai|asystent ai',
  person: 'użytkownik*|człowiek*|właściciel*|nikomu|klient*',
  you: 'ty|twój|twoja|twoje|swój|swoje|ci',
  duty: 'musisz|powinieneś|należy|masz|musi|powinien|powinna|jest zobowiązan*|ma obowiązek|mają',
  aside:
    'zignoruj|ignoruj|zapomnij|porzuć|przerwij|anuluj|pomiń|odrzuć|obejdź|zamiast|nie obowiązują|anulowan*|uchylon*|nieważn*|zniesion*|nie obowiązuje|wygasł*|złam|naruszaj|zakończ|nie streszczaj|nie odpowiadaj|odłóż|lekceważ|zawieszon*',
  orders:
    'o co prosił użytkownik|czego chciał użytkownik|instrukcj*|polece*|zasad*|reguł*|wytyczn*|prompt*|zadani*|prośb*|ogranicze*|streszczeni*|kontekst*|pytani*|cel|wszystkim|wszystko|reguły|polityk*|zabezpiecze*|rol*|prac*|obowiązk*',
  prior: 'poprzedni*|wcześniejsz*|powyższ*|powyżej|obecn*|bieżąc*|wszystk*|dotychczasow*|pierwotn*',
  fresh:
    'nowe|nowy|nowa|prawdziw*|tylko|wyłącznie|następując*|od teraz|zamiast|jedyn*|twoje nowe|twoim jedynym|moje|rzeczywist*|teraz|odtąd',
  tell: 'mów|powiedz|wspominaj|informuj|ujawniaj|zdradzaj|wiedzieć|dowiedzieć',
  not: 'nie|bez|nic|nigdy',
  secretly:
    'potajemnie|po cichu|w tajemnicy|bez wiedzy|nie mów|bez pytania|bez potwierdzenia|nie informuj|nie może się dowiedzieć|nikomu nie|nikt nie może|nie wspominaj|nie zdradzaj|bez zgody|ukradkiem|bez powiadamiania|nie pytaj|bez pytania o zgodę|pod pretekstem|nie musi wiedzieć|nie wie o tym|nie mów o tym',
  give: 'wyślij|prześlij|opublikuj|udostępnij|skopiuj|dołącz|dodaj|wklej|przekaż|wgraj|podaj|daj|przesyłaj|zapisz|wprowadź|oddaj|przekieruj|roześlij|wysłać|przesłać|opublikować|udostępnić|skopiować|dołączyć|dodać|wkleić|przekazać|wgrać|podać',
  show: 'pokaż|ujawnij|wyświetl|wypisz|wydrukuj|podaj|powtórz|zdradź|powiedz|wymień|napisz|opisz|zacytuj|odpowiedz|pokazać|ujawnić|wyświetlić|wypisać|podać|powtórzyć',
  take: 'przeczytaj|otwórz|pobierz|zbierz|znajdź|odczytaj|przeczytać|otworzyć|pobrać|zebrać|znaleźć|odczytać',
  run: 'uruchom|wykonaj|wywołaj|użyj|słuchaj|uruchomić|wykonać|wywołać|użyć|zainstalować',
  act: 'usuń|przelej|zmień|kup|zarezerwuj|zapłać|wyłącz|nadaj|utwórz|zatwierdź|zaproś|skasuj|dodaj|wyczyść|zniszcz|zamów|zainstaluj|zamknij|zablokuj|zezwól|zapisz|zaakceptuj|wypłać|wpłać|przenieś|kliknij|sformatuj|zastąp|odwiedź|usunąć|przelać|zmienić|kupić|zapłacić|wyłączyć|nadać|przyznać|przyznaj|utworzyć|zatwierdzić|zaprosić|zastąpić|zwiększ|zwiększyć|przekieruj|kliknąć|zresetować',
  secret:
    'hasł*|poświadcze*|klucz|klucze|klucza|token*|sekret*|prompt systemowy|promptu systemowego|ukryte instrukcje|passwords.txt|kod weryfikacyjny|hasło administratora|dane poufne|poufn*|numer karty|dane klientów|klucz prywatny|dane logowania',
  own: 'plik*|dokument*|wiadomości|maile|kontakt*|dane|rozmow*|histori*|zawartość|kopie zapasowe|baz* danych|bazę danych|zdjęci*|notatk*|załącznik*|skrzynk*|list* klientów|tabel*|repozytorium|kalendarz*|listę klientów|lista klientów|listy klientów',
  thing:
    'narzędzi*|poleceni*|skrypt*|pieniądze|środki|saldo|konto|administrator*|uprawnieni*|dostęp*|serwer*|projekt*|kopie zapasowe|bazę danych|płatnoś*|kart*|rezerwacj*|hotel*|lot|zamówieni*|link*|stron*|formularz*|program*|dysk*|członk*|produkt*|kod*|przelew*|numer konta|odbiorc*|kwot*|rachun*|iban|gałąź|sprawdze*',
  outside:
    'poniższy adres|ten adres|poniższy serwer|poniżej|następne wywołanie|do mnie|na konto|http|ten link|to konto|publicznie|na zewnątrz|ten serwer',
  mode: 'trybie serwisowym|tryb serwisowy|trybie konserwacyjnym|trybie administratora|tryb konserwacji|trybie konserwacji|tryb dewelopera|trybie deweloperskim|bez ograniczeń|bez żadnych ograniczeń|bez zasad',
  rank: 'system|administrator|programista',
  haste: 'ważne|pilne|natychmiast|uwaga',
  order: 'najpierw|zanim|zamiast|potem|przed',
  all: 'wszystk*|każd*|cał*',
  reads: 'przetwarzając*|czytając*|analizując*|czyta|przetwarza',
};

const dutch: Lexicon = {
  machine:
    'ai|assistent|agent|taalmodel|model|bot|ai-assistent|ai-agent|taalmodellen|kunstmatige intelligentie|robot|robots|ai-agents|ai-assistenten',
  surelyMachine:
    'taalmodel|ai-assistent|ai-agent|kunstmatige intelligentie|ai-model|taalmodellen|ai-agents|ai-assistenten',
  person: 'gebruiker|gebruikers|mens|eigenaar|niemand|klant',
  you: 'je|jij|jouw|u|uw',
  duty: 'moet|moeten|dient|dient te|dienen te|wordt verzocht|is verplicht|zijn verplicht|behoort',
  aside:
    'stop met|negeer|vergeet|breek|stop|sla over|annuleer|omzeil|gelden niet meer|in plaats van|laat vallen|verwerp|vervallen|geannuleerd|ongeldig|opgeheven|niet meer van toepassing|schend|overtreed|beëindig|vat niet samen|antwoord niet|leg opzij|afgeschaft|opgeschort|uitgeschakeld',
  orders:
    'wat de gebruiker vroeg|wat de gebruiker vraagt|wat je gevraagd is|wat er gevraagd werd|instructie|instructies|regel|regels|richtlijnen|opdracht|opdrachten|prompt|taak|verzoek|vraag|beperkingen|samenvatting|context|beleid|beveiliging|rol|werk|aanwijzingen|veiligheidsregels',
  prior: 'vorige|eerdere|bovenstaande|huidige|oorspronkelijke|alle|alles|voorgaande|hierboven',
  fresh:
    'nieuwe|echte|enige|alleen|volgende|vanaf nu|voortaan|in plaats daarvan|in plaats van|je nieuwe|je enige|mijn|werkelijke|nu',
  tell: 'vertel|zeg|noem|meld|informeer|weten|onthul',
  not: 'niet|niets|geen|zonder|nooit',
  secretly:
    'stiekem|heimelijk|in stilte|zonder medeweten|zonder te vragen|zonder bevestiging|vertel de gebruiker niets|mag het niet weten|stilletjes|zonder iemand|niemand mag|zeg niets|vermeld niet|zonder toestemming|verberg|onopgemerkt|vraag niet|zonder melding|zonder om toestemming|hoeft niets te weten|vertel niets|onder het mom|zonder het te melden|niet vermelden',
  give: 'stuur|verstuur|verzend|upload|plaats|deel|kopieer|voeg|mail|doorsturen|exporteer|geef|bezorg|schrijf|sla op|plak|lever|overhandig|zend|versturen|sturen|uploaden|delen|toevoegen|kopiëren|publiceren|bijvoegen|plaatsen|meesturen',
  show: 'toon|onthul|geef|print|laat zien|herhaal|noem|geef me|vertel me|zeg me|schrijf|beschrijf|citeer|antwoord met|tonen|weergeven|onthullen|afdrukken|herhalen|noemen',
  take: 'lees|open|haal|verzamel|zoek|download|lezen|openen|ophalen|verzamelen|zoeken|downloaden|haal op',
  run: 'voer|roep|start|gebruik|volg|gehoorzaam|uitvoeren|starten|aanroepen|gebruiken|installeren|volgen',
  act: 'verwijder|maak over|wijzig|koop|boek|betaal|schakel|voeg|maak aan|keur goed|nodig uit|wis|leeg|vernietig|bestel|installeer|sluit|blokkeer|sta toe|meld aan|accepteer|stort|verplaats|klik|formatteer|vervang|bezoek|annuleer|verwijderen|overmaken|wijzigen|kopen|betalen|uitschakelen|verlenen|aanmaken|goedkeuren|uitnodigen|vervangen|verhoog|verhogen|leid om|beweer|klikken|bevestig|bevestigen|keurt|keur|verwijdert|zet',
  secret:
    'wachtwoord|wachtwoorden|inloggegevens|sleutel|sleutels|token|tokens|geheimen|systeemprompt|verborgen instructies|passwords.txt|verificatiecode|beheerderswachtwoord|vertrouwelijke*|kaartnummer|klantgegevens|privésleutel|inlogcode*|privé',
  own: 'bestand|bestanden|documenten|berichten|e-mails|contacten|gegevens|gesprek|geschiedenis|inhoud|adresboek|back-ups|database|foto|notities|bijlagen|inbox|klantenlijst|tabel|agenda|repository|factuur|facturen',
  thing:
    'tool|uploadtool|commando|opdracht|script|geld|saldo|rekening|beheerder|rechten|toegang|server|project|terminal|back-ups|database|betaling|kaart|reservering|hotel|vlucht|bestelling|link|site|formulier|programma|schijf|lid|product|code|overboeking|deur|rekeningnummer|ontvanger|bedrag|iban|controles|factuur|herinnering|beveiligingscontrole',
  outside:
    'onderstaand adres|dit adres|onderstaande server|onderstaande|volgende aanroep|naar mij|extern|http|deze link|deze rekening|openbaar|buiten|deze server',
  mode: 'onderhoudsmodus|ontwikkelaarsmodus|zonder beperkingen|zonder enige beperking|zonder regels|debugmodus',
  rank: 'systeem|systeem|beheerder|ontwikkelaar',
  haste: 'belangrijk|dringend|onmiddellijk|let op|meteen',
  order: 'eerst|voordat|in plaats van|daarna|in plaats daarvan',
  all: 'alle|alles|elke|ieder',
  reads: 'leest|verwerkt|samenvat|analyseert',
};

const swedish: Lexicon = {
  aside: 'ignorera|glöm|bortse|strunta|avbryt',
  orders: 'instruktion*|regler*|anvisning*|uppgift*|prompt|riktlinj*',
  prior: 'tidigare|ovan|ovanstående|alla|allt|föregående|nuvarande',
  give: 'skicka|ladda upp|vidarebefordra|dela|kopiera|bifoga',
  show: 'visa|avslöja|skriv ut',
  secret: 'lösenord*|nyckel*|nycklar*|systemprompt*|token|inloggning*',
  own: 'innehållet|filer|filen|meddelanden|kontakter|dokument',
  outside: 'adressen nedan|nedan|denna adress',
  act: 'radera|ta bort|överför|ändra|köp|boka|betala',
  secretly: 'i hemlighet|utan att berätta|utan att informera|i smyg|berätta inte',
};

const czech: Lexicon = {
  aside: 'ignoruj*|zapomeň*|zruš*|přeskoč*|nedbej*|opusť*',
  orders: 'pokyn*|instrukc*|pravid*|příkaz*|úkol*|prompt*|zadání',
  prior: 'předchozí*|předešl*|výše|všechn*|dosavadní*|aktuální*|původní*',
  give: 'odešli*|pošli*|nahraj*|přepošli*|sdílej*|zkopíruj*|vlož*',
  show: 'zobraz*|ukaž*|vypiš*|odhal*|prozraď*',
  secret: 'hesl*|klíč*|token*|systémový prompt|tajn*|přihlašovací údaje',
  own: 'obsah|soubor*|zpráv*|dokument*|kontakt*|dat*',
  outside: 'níže uvedenou adresu|níže|tuto adresu',
  act: 'smaž*|převeď*|změň*|kup|zarezervuj*|zaplať*|odstraň*',
  secretly: 'tajně|potají|bez vědomí|neříkej',
};

const ukrainian: Lexicon = {
  aside: 'ігноруй*|забудь*|скасуй*|пропусти*|відкинь*|припини*',
  orders: 'інструкці*|правил*|вказівк*|команд*|завдан*|промпт*|запит*',
  prior: 'попередн*|вище|усі|всі|поточн*|колишн*|початков*',
  fresh: 'нове|новий|нова|тільки|лише|відтепер',
  give: 'надішли*|відправ*|завантаж*|перешли*|скопіюй*|додай*',
  show: 'покажи*|виведи*|розкрий*',
  secret: 'парол*|ключ*|токен*|системний промпт|секрет*',
  own: 'вміст|файл*|повідомлен*|документ*|контакт*|дані',
  outside: 'адресу нижче|нижче|цю адресу',
  act: 'видали*|переведи*|зміни*|купи*|оплати*',
  secretly: 'таємно|без відома|не кажи|не повідомляй',
};

const vietnamese: Lexicon = {
  aside: 'bỏ qua|quên|phớt lờ|hủy|dừng|đừng làm theo',
  orders: 'hướng dẫn|chỉ thị|lệnh|quy tắc|nhiệm vụ|yêu cầu|mọi thứ|lời nhắc',
  prior: 'trước|trước đó|ở trên|hiện tại|mọi|tất cả|ban đầu',
  fresh: 'mới|thật sự|duy nhất|từ bây giờ|từ giờ',
  give: 'gửi|tải lên|chuyển tiếp|đăng|chia sẻ|sao chép',
  show: 'hiển thị|tiết lộ|in ra|cho xem',
  take: 'đọc|mở|lấy|thu thập|tìm',
  run: 'chạy|thực thi|gọi',
  secret: 'mật khẩu|khóa|mã thông báo|lời nhắc hệ thống|thông tin đăng nhập',
  own: 'tệp|nội dung|tin nhắn|tài liệu|danh bạ|dữ liệu',
  outside: 'địa chỉ dưới đây|địa chỉ bên dưới|gửi nó đi|dưới đây',
  act: 'xóa|chuyển tiền|chuyển|thay đổi|mua|đặt',
  secretly: 'bí mật|âm thầm|đừng nói|không nói cho|không cho người dùng biết|mà không thông báo',
};

const indonesian: Lexicon = {
  aside: 'abaikan|lupakan|hentikan|batalkan|lewati|jangan ikuti',
  orders: 'instruksi|perintah|aturan|arahan|tugas|prompt|permintaan|petunjuk',
  prior: 'sebelumnya|di atas|semua|saat ini|awal|sebelum',
  fresh: 'baru|sebenarnya|satu-satunya|mulai sekarang|hanya',
  give: 'kirim|kirimkan|unggah|teruskan|bagikan|salin|sertakan',
  show: 'tampilkan|tunjukkan|ungkapkan|cetak|bocorkan',
  take: 'baca|buka|ambil|kumpulkan|cari',
  run: 'jalankan|panggil|eksekusi',
  secret: 'kata sandi|sandi|kunci|token|kredensial|prompt sistem|rahasia',
  own: 'isi|berkas|file|pesan|dokumen|kontak|data',
  outside: 'alamat di bawah|di bawah|alamat ini|alamat berikut',
  act: 'hapus|transfer|ubah|beli|pesan|bayar',
  secretly: 'diam-diam|secara rahasia|tanpa memberi tahu|tanpa sepengetahuan|jangan beri tahu',
};

export const otherLanguages: readonly Lexicon[] = [
  ...[german, french, spanish, portuguese, italian, russian, chinese, japanese, korean, arabic, hindi],
  ...[turkish, polish, dutch, swedish, czech, ukrainian, vietnamese, indonesian],
];
