document.title = 'page';
